// The official Inspector: its schema lint, its list of everything, its load.

import assert from 'node:assert/strict';
import test from 'node:test';
import { packaged, run, serverFor } from './program.mjs';

const ERAS = ['legacy', 'auto', 'modern'];

function inspect(command, args) {
	const [node, file] = packaged('@modelcontextprotocol/inspector',
		'clients/launcher/build/index.js');
	return run(node, [file, '--cli', ...command, ...args]);
}

// The result, from the one line of JSON on the Inspector's output.
async function ask(command, args) {
	const { code, output, errors } =
		await inspect(command, [...args, '--format', 'json']);
	assert.equal(code, 0, errors);
	return JSON.parse(output).result;
}

const call = (command, tool, args, more = []) =>
	ask(command, ['--method', 'tools/call', '--tool-name', tool,
		'--tool-args-json', JSON.stringify(args), ...more]);

test('the strict lint has nothing to say about any schema', async t => {
	const { code, errors } = await inspect(serverFor(t),
		['--method', 'tools/list', '--strict']);
	assert.equal(code, 0, errors);
	assert.doesNotMatch(errors, /^(Error|Warning):|\d warnings?/m);
});

for (const era of ERAS) {
	test(`everything is listed to a client of the era ${era}`, async t => {
		const command = serverFor(t);
		const list = async (method, member) =>
			(await ask(command,
				['--protocol-era', era, '--method', method]))[member];
		assert.ok((await list('tools/list', 'tools')).length >= 11);
		assert.ok((await list('prompts/list', 'prompts')).length >= 5);
		assert.ok((await list('resources/list', 'resources')).length >= 5);
		assert.ok((await list('resources/templates/list',
			'resourceTemplates')).length >= 5);
	});
}

test('a model is made, solved and read', async t => {
	const command = serverFor(t);
	const session = 'inspected';
	await call(command, 'open_session', { session });
	await call(command, 'add_item',
		{ session, content: '(declare-const x Int)(assert (> x 41))' });
	const { structuredContent } =
		await call(command, 'solve_model', { session });
	assert.equal(structuredContent.status, 'sat');
	const { contents } = await ask(command, ['--method', 'resources/read',
		'--uri', `satchel://session/${session}/model.smt2`]);
	assert.match(contents[0].text, /\(assert \(> x 41\)\)/);
	const { messages } = await ask(command, ['--method', 'prompts/get',
		'--prompt-name', 'explain_conflict',
		'--prompt-args', `session=${session}`]);
	assert.match(messages[0].content.text, /inspected/);
});

test('two thousand calls, four at once, without an error', async t => {
	const { code, output, errors } = await inspect(serverFor(t),
		['--method', 'tools/call', '--tool-name', 'solve_smtlib',
			'--tool-args-json', JSON.stringify({
				smtlib: '(declare-const p Bool)(assert p)(check-sat)',
			}), '--load', '--load-requests', '2000',
			'--load-concurrency', '4', '--format', 'json']);
	assert.equal(code, 0, errors);
	const { result } = JSON.parse(output);
	t.diagnostic(JSON.stringify(result));
	assert.equal(result.requests, 2000);
	assert.equal(result.errors, 0);
	assert.equal(result.toolErrors, 0);
});
