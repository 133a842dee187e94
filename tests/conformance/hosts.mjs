// Real clients from npm: each connects in its own way, and lists the tools or
// calls one, as far as it does without a model behind it. What they list must
// be what the server has.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { createMCPClient } from '@ai-sdk/mcp';
import { Experimental_StdioMCPTransport as AiTransport } from
	'@ai-sdk/mcp/mcp-stdio';
import { MultiServerMCPClient } from '@langchain/mcp-adapters';
import { folderFor, packaged, run, satchel, serverFor } from './program.mjs';

const UNSAT = { smtlib: '(assert false)' };

// What the server itself says, asked with one line.
async function listed() {
	const { output } = await run('sh', ['-c',
		`echo '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' | "$0"`,
		satchel]);
	return JSON.parse(output).result.tools.map(tool => tool.name).sort();
}

// A file in the form that most hosts read, and the folder for it.
function configure(t, command) {
	const folder = folderFor(t);
	const file = path.join(folder, 'mcp.json');
	writeFileSync(file, JSON.stringify({ mcpServers:
		{ satchel: { command: command[0], args: command.slice(1) } } }));
	return { file, options: { cwd: folder,
		env: { ...process.env, HOME: folder } } };
}

test('mcporter lists the tools and calls one', async t => {
	const { file, options } = configure(t, serverFor(t));
	const [node, cli] = packaged('mcporter', 'dist/cli.js');
	const list = await run(node,
		[cli, 'list', 'satchel', '--json', '--config', file], options);
	assert.deepEqual(JSON.parse(list.output).tools
		.map(tool => tool.name).sort(), await listed());
	const call = await run(node, [cli, 'call', 'satchel.solve_smtlib',
		'--config', file, '--args', JSON.stringify(UNSAT)], options);
	assert.equal(JSON.parse(call.output).status, 'unsat');
});

// Its own way of naming a resource cuts every URI at the colon.
test('mcp-cli calls a tool and gets a prompt', async t => {
	const { file, options } = configure(t, serverFor(t));
	const [node, cli] = packaged('@wong2/mcp-cli', 'src/cli.js');
	const ask = async (...args) => JSON.parse((await run(node,
		[cli, '--config', file, ...args], options)).output);
	const call = await ask('call-tool', 'satchel:solve_smtlib',
		'--args', JSON.stringify(UNSAT));
	assert.equal(call.structuredContent.status, 'unsat');
	const { messages } = await ask('get-prompt', 'satchel:model_problem',
		'--args', JSON.stringify({ problem: 'two eggs' }));
	assert.match(messages[0].content.text, /two eggs/);
});

test('the AI SDK lists the tools and calls one', async t => {
	const [command, ...args] = serverFor(t);
	const client = await createMCPClient(
		{ transport: new AiTransport({ command, args, stderr: 'ignore' }) });
	t.after(() => client.close());
	const tools = await client.tools();
	assert.deepEqual(Object.keys(tools).sort(), await listed());
	const { structuredContent } =
		await tools.solve_smtlib.execute(UNSAT, {});
	assert.equal(structuredContent.status, 'unsat');
});

test('LangChain lists the tools and calls one', async t => {
	const [command, ...args] = serverFor(t);
	const client = new MultiServerMCPClient({ mcpServers:
		{ satchel: { transport: 'stdio', command, args,
			stderr: 'ignore' } } });
	t.after(() => client.close());
	const tools = await client.getTools();
	assert.deepEqual(tools.map(tool => tool.name).sort(), await listed());
	const solve = tools.find(tool => tool.name === 'solve_smtlib');
	assert.match(JSON.stringify(await solve.invoke(UNSAT)), /; unsat/);
});

// It says no more than that it has connected; what it asked stands in a copy
// of its side.
test('Claude Code connects and lists the tools', async t => {
	const asked = path.join(folderFor(t), 'asked');
	const { options } = configure(t, []);
	const [, cli] = packaged('@anthropic-ai/claude-code',
		'bin/claude.exe');
	const add = await run(cli, ['mcp', 'add', 'satchel', '--', 'sh', '-c',
		'tee "$0" | "$@"', asked, ...serverFor(t)], options);
	assert.equal(add.code, 0, add.errors);
	const list = await run(cli, ['mcp', 'list'], options);
	assert.match(list.output, /satchel: .*Connected/);
	assert.match(readFileSync(asked, 'utf8'), /"method":"tools\/list"/);
});
