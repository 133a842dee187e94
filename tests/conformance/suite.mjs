// The official conformance suite: every scored scenario of both revisions, with
// the fixtures that it looks for behind the protocol core of Satchel; and
// Satchel itself, where no fixture is needed.

import assert from 'node:assert/strict';
import test from 'node:test';
import { fixtures, folderFor, packaged, run, serveHttp, serverFor } from
	'./program.mjs';

const WITHOUT_FIXTURES = {
	'2025-11-25': ['server-initialize', 'ping', 'logging-set-level',
		'tools-list', 'resources-list', 'prompts-list',
		'dns-rebinding-protection', 'server-sse-multiple-streams'],
	'2026-07-28': ['tools-list', 'resources-list', 'prompts-list',
		'sep-2164-resource-not-found', 'caching',
		'dns-rebinding-protection', 'server-sse-multiple-streams',
		'input-required-result-unsupported-methods'],
};

async function suite(t, command, args) {
	const server = await serveHttp(t, command);
	const [node, file] = packaged('@modelcontextprotocol/conformance',
		'dist/index.js');
	return run(node, [file, 'server', '--url', server.url.replace('127.0.0.1', 'localhost'), ...args],
		{ cwd: folderFor(t) });
}

// The scenarios that are scored, as [name, passed, failed].
function scored(output) {
	const unscored = new Set([...output.slice(output.indexOf('Not scored'))
		.matchAll(/^\s+[✓✗] (\S+) \(/gm)].map(match => match[1]));
	return [...output.matchAll(
		/^[✓✗] (\S+): (\d+) passed, (\d+) failed/gm)]
		.map(([, name, passed, failed]) => [name, +passed, +failed])
		.filter(([name]) => !unscored.has(name));
}

for (const revision of Object.keys(WITHOUT_FIXTURES)) {
	test(`every scored scenario of ${revision} passes`, async t => {
		const { code, output, errors } = await suite(t, [fixtures, '--http'],
			['--requirements', revision]);
		const all = scored(output);
		assert.deepEqual(all.filter(([, , failed]) => failed > 0), [],
			errors);
		assert.equal(code, 0);
		const checks = all.reduce((sum, [, passed]) => sum + passed, 0);
		t.diagnostic(`${all.length} scenarios, ${checks} checks`);
	});

	for (const scenario of WITHOUT_FIXTURES[revision]) {
		test(`Satchel itself passes ${scenario} of ${revision}`,
			async t => {
				const { code, output } = await suite(t,
					[...serverFor(t), 'serve', '--http', '0', '--no-token',
						'--log-level', 'error'],
					['--scenario', scenario,
						'--spec-version', revision]);
				assert.equal(code, 0, output);
			});
	}
}
