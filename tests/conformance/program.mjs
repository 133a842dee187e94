// What the tests share: where the programs are, a database of a test's own,
// and running a command to its end.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';

// The folder with satchel, satchel-worker and tests/conformance-server.
const build = path.resolve(process.env.B ?? 'build');

export const satchel = path.join(build, 'satchel');
export const fixtures = path.join(build, 'tests', 'conformance-server');

// A folder that is gone when the test is over.
export function folderFor(t) {
	const folder = mkdtempSync(path.join(tmpdir(), 'satchel-'));
	t.after(() => rmSync(folder, { recursive: true }));
	return folder;
}

// The command line of a server with a database of its own.
export function serverFor(t) {
	return [satchel, '--db', path.join(folderFor(t), 'satchel.db')];
}

// Starts a server over HTTP; resolves to {url, token, stop}.
export async function serveHttp(t, command) {
	const child = spawn(command[0], command.slice(1),
		{ stdio: ['ignore', 'pipe', 'inherit'] });
	const ended = new Promise(resolve => child.on('close', resolve));
	const stop = async () => {
		child.kill();
		return ended;
	};
	t.after(stop);
	let output = '';
	for await (const piece of child.stdout) {
		output += piece;
		if (/ at http.*\n/.test(output))
			break;
	}
	return {
		url: / at (http\S+)/.exec(output)[1],
		token: /Bearer (\S+)/.exec(output)?.[1],
		stop,
	};
}

// A program of an npm package, as [node, file].
export function packaged(name, file) {
	const require = createRequire(import.meta.url);
	const root = path.dirname(findManifest(require, name));
	return [process.execPath, path.join(root, file)];
}

function findManifest(require, name) {
	for (const folder of require.resolve.paths(name)) {
		try {
			return require.resolve(path.join(folder, name, 'package.json'));
		} catch {
			// Not in this folder.
		}
	}
	throw new Error(`${name} is not installed`);
}

// Resolves to {code, output, errors}.
export function run(command, args, options = {}) {
	const child = spawn(command, args,
		{ stdio: ['ignore', 'pipe', 'pipe'], ...options });
	let output = '', errors = '';
	child.stdout.on('data', piece => { output += piece; });
	child.stderr.on('data', piece => { errors += piece; });
	return new Promise((resolve, reject) => {
		child.on('error', reject);
		child.on('close', code => resolve({ code, output, errors }));
	});
}
