// The official SDK clients, both generations, in every way that they connect:
// what a chat client does with Satchel.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import test from 'node:test';
import { Client as ClientOne } from
	'@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as TransportOne } from
	'@modelcontextprotocol/sdk/client/stdio.js';
import * as typesOne from '@modelcontextprotocol/sdk/types.js';
import { Client as ClientTwo } from '@modelcontextprotocol/client';
import { StdioClientTransport as TransportTwo } from
	'@modelcontextprotocol/client/stdio';
import { StreamableHTTPClientTransport as HttpOne } from
	'@modelcontextprotocol/sdk/client/streamableHttp.js';
import { StreamableHTTPClientTransport as HttpTwo } from
	'@modelcontextprotocol/client';
import { serveHttp, serverFor } from './program.mjs';

const INFO = { name: 'conformance', version: '1' };

// A hard one: the factors of a product of two primes of 55 bits.
const HARD = `(declare-const a (_ BitVec 128))(declare-const b (_ BitVec 128))
(assert (= (bvmul a b) #x00002219ab23c2272258a3535cfdea15))
(assert (bvult (_ bv1 128) a))(assert (bvult a b))
(assert (bvult b (_ bv36028797018963968 128)))`;

// A conversation in which every tool is called, and what has several shapes in
// each of them.
const session = 's';
const EVERY_TOOL = [
	['open_session', { session }],
	['import_model', { session, smtlib: `; how many
(declare-const n Int)
(declare-const r Real)
(declare-const b (_ BitVec 8))
(declare-const f (Array Int Bool))
(declare-fun g (Int) Int)
(assert (and (< 0 n 9) (= (* 3 r) 1.0) (= (g 2) n) (select f 1)))
(check-sat)` }],
	['add_item', { session, content: '(assert (> n 2))', name: 'low',
		check_sat: true }],
	['solve_model', { session, values: ['(+ n 1)', 'f', '(g 2)'],
		solutions: 3, distinct_on: ['n'] }],
	['solve_model', { session, minimize: ['n'], maximize: ['r'] }],
	['solve_model', { session, assume: ['(> n 8)'], relax: true }],
	['solve_model', { session, maximize: ['(* n n n)'], timeout_ms: 1 }],
	['get_solution', { session }],
	['get_solution', { session, terms: ['(- n)', '(/ r 2.0)', 'b'] }],
	['prove', { session, property: '(< n 9)' }],
	['prove', { session, property: '(< n 5)' }],
	['expect', { session, status: 'sat' }],
	['expect', { session, term: 'n', value: 9 }],
	['replace_item', { session, name: 'low', content: '(assert (> n 9))',
		check_sat: true, dry_run: true }],
	['edit_model', { session, edits: [{ op: 'add', content: '(minimize n)' },
		{ op: 'move', name: 'low', to: 5 }] }],
	['delete_item', { session, name: 'low' }],
	['restore_model', { session, revision: 1 }],
	['get_model', { session }],
	['get_model', { session, view: 'outline' }],
	['get_history', { session, diff: true }],
	...['smt2', 'json', 'markdown'].map(format =>
		['export_model', { session, format }]),
	['configure', { session, options: { timeout_ms: 5000,
		strategy: 'simple', 'smt.mbqi': null } }],
	['solve_model', { session, background: true }],
	['job', { job: 1, wait_ms: 5000 }],
	['clear_model', { session }],
	['list_sessions', {}],
	['solve_smtlib', { smtlib: '(declare-const x Int)(assert (> x 3))' +
		'(minimize x)(check-sat)(get-objectives)' }],
	['solve_smtlib', { smtlib: '(assert (! false :named no))(check-sat)' }],
	['solve_smtlib', { smtlib: '(push)(check-sat)(pop)(simplify (+ 1 2))' }],
	['delete_session', { session }],
];

// The differences between the two generations.
const generations = {
	one: {
		create: capabilities => new ClientOne(INFO, { capabilities }),
		transport: parameters => new TransportOne(parameters),
		http: (url, options) => new HttpOne(url, options),
		onRequest: (client, method, handler) => client.setRequestHandler(
			method === 'elicitation/create'
				? typesOne.ElicitRequestSchema : undefined, handler),
		onNotification: (client, method, handler) =>
			client.setNotificationHandler({
				'notifications/resources/updated':
					typesOne.ResourceUpdatedNotificationSchema,
				'notifications/resources/list_changed':
					typesOne.ResourceListChangedNotificationSchema,
			}[method], handler),
	},
	two: {
		create: (capabilities, mode) => new ClientTwo(INFO,
			{ capabilities, versionNegotiation: { mode } }),
		transport: parameters => new TransportTwo(parameters),
		http: (url, options) => new HttpTwo(url, options),
		onRequest: (client, method, handler) =>
			client.setRequestHandler(method, handler),
		onNotification: (client, method, handler) =>
			client.setNotificationHandler(method, handler),
	},
};

const CLIENTS = [
	{ name: 'SDK 1.x', generation: 'one', version: '2025-11-25' },
	{ name: 'SDK 2.x, legacy', generation: 'two', mode: 'legacy',
		version: '2025-11-25' },
	{ name: 'SDK 2.x, auto', generation: 'two', mode: 'auto',
		version: '2026-07-28' },
	{ name: 'SDK 2.x, pinned', generation: 'two',
		mode: { pin: '2026-07-28' }, version: '2026-07-28' },
];
const WAYS = [...CLIENTS, ...CLIENTS.map(client =>
	({ ...client, name: `${client.name}, HTTP`, isHttp: true }))];

// A server for clients of that way: a command, or where it listens.
const serverOf = (t, way) => way.isHttp
	? serveHttp(t, [...serverFor(t), 'serve', '--http', '0',
		'--log-level', 'error'])
	: serverFor(t);

function transportTo(kind, server) {
	return server.url === undefined
		? kind.transport({ command: server[0], args: server.slice(1),
			stderr: 'ignore' })
		: kind.http(new URL(server.url), { requestInit: { headers:
			{ Authorization: `Bearer ${server.token}` } } });
}

// A connected client whose every protocol error fails the test.
async function connect(t, way, server, capabilities = {}) {
	const kind = generations[way.generation];
	const client = kind.create(capabilities, way.mode);
	const faults = [];
	client.onerror = error => faults.push(error);
	await client.connect(transportTo(kind, server));
	t.after(() => client.close());
	return { client, kind, faults };
}

const call = (client, name, args, ...more) =>
	client.callTool({ name, arguments: args },
		...(more.length > 0 ? more : []));

// callTool takes the options second in one generation and third in the other.
const callWith = (way, client, name, args, options) =>
	way.generation === 'one'
		? client.callTool({ name, arguments: args }, undefined, options)
		: client.callTool({ name, arguments: args }, options);

const declare = (client, session, name) => call(client, 'add_item',
	{ session, content: `(declare-const ${name} Int)` });

function subscribe(way, client, uri) {
	return way.version < '2026'
		? client.subscribeResource({ uri })
		: client.listen({ resourceSubscriptions: [uri],
			resourcesListChanged: true });
}

for (const way of WAYS) {
	test(`${way.name}: lists everything and uses it`, async t => {
		const { client, faults } = await connect(t, way, await serverOf(t, way));
		assert.equal(client.getServerVersion().name, 'satchel');
		assert.ok(client.getInstructions().length > 500);
		assert.ok((await client.listTools()).tools.length >= 11);
		assert.ok((await client.listPrompts()).prompts.length >= 5);
		assert.ok((await client.listResources()).resources.length >= 5);
		const { resourceTemplates } = await client.listResourceTemplates();
		assert.ok(resourceTemplates.length >= 5);

		await call(client, 'open_session', { session: 'first' });
		await declare(client, 'first', 'x');
		await call(client, 'add_item',
			{ session: 'first', content: '(assert (= x 42))' });
		const { structuredContent: solved } =
			await call(client, 'solve_model', { session: 'first' });
		assert.deepEqual(solved.values, { x: 42 });
		const { contents } = await client.readResource(
			{ uri: 'satchel://session/first/model.smt2' });
		assert.match(contents[0].text, /\(assert \(= x 42\)\)/);
		const { messages } = await client.getPrompt({
			name: 'explain_conflict', arguments: { session: 'first' } });
		assert.match(messages[0].content.text, /first/);
		const { completion } = await client.complete({
			ref: { type: 'ref/prompt', name: 'explain_conflict' },
			argument: { name: 'session', value: 'f' } });
		assert.deepEqual(completion.values, ['first']);
		assert.deepEqual(faults, []);
	});

	// The client validates each answer against the advertised schema, with
	// a validator that is not ours.
	test(`${way.name}: every tool answers as its schema says`, async t => {
		const { client, faults } = await connect(t, way, await serverOf(t, way));
		const { tools } = await client.listTools();
		for (const [name, args] of EVERY_TOOL) {
			const { isError, structuredContent, content } =
				await call(client, name, args);
			assert.ok(!isError, `${name}: ${content[0].text}`);
			assert.ok(structuredContent, name);
		}
		assert.deepEqual([...new Set(EVERY_TOOL.map(([name]) => name))]
			.sort(), tools.map(tool => tool.name).sort());
		assert.deepEqual(faults, []);
	});

	test(`${way.name}: a refused edit is a result, not an error`, async t => {
		const { client } = await connect(t, way, await serverOf(t, way));
		await call(client, 'open_session', { session: 'a' });
		const refused = await call(client, 'add_item',
			{ session: 'a', content: '(asert true)' });
		assert.equal(refused.isError, true);
		assert.match(refused.content[0].text, /assert/);
	});

	// SDK 2.x shows the code of the modern era in the others, too.
	test(`${way.name}: what is not there is an error`, async t => {
		const { client } = await connect(t, way, await serverOf(t, way));
		const uri = 'satchel://session/ghost/items';
		await assert.rejects(client.readResource({ uri }), error =>
			[-32002, -32602].includes(error.code) &&
			/no session "ghost"/.test(error.message));
	});

	test(`${way.name}: is told what another process changes`, async t => {
		const server = await serverOf(t, way);
		const { client, kind, faults } = await connect(t, way, server);
		const { client: other } = await connect(t, way, server);
		const uri = 'satchel://session/shared/items';
		await call(client, 'open_session', { session: 'shared' });
		await client.listResources();
		const updated = new Promise(resolve => kind.onNotification(client,
			'notifications/resources/updated', resolve));
		const listed = new Promise(resolve => kind.onNotification(client,
			'notifications/resources/list_changed', resolve));
		await subscribe(way, client, uri);
		await declare(other, 'shared', 'x');
		assert.equal((await updated).params.uri, uri);
		await call(other, 'open_session', { session: 'another' });
		await listed;
		assert.deepEqual(faults, []);
	});

	test(`${way.name}: cancels a solve and goes on`, async t => {
		const { client, faults } = await connect(t, way, await serverOf(t, way));
		const aborted = new AbortController();
		const started = once(aborted.signal, 'abort');
		await assert.rejects(callWith(way, client, 'solve_smtlib',
			{ smtlib: HARD, timeout_ms: 60000 }, {
				signal: aborted.signal,
				onprogress: () => aborted.abort('enough'),
			}));
		await started;
		const { structuredContent } = await call(client, 'solve_smtlib',
			{ smtlib: '(assert false)' });
		assert.equal(structuredContent.status, 'unsat');
		assert.deepEqual(faults, []);
	});

	for (const [action, deleted] of [['accept', true], ['decline', false]]) {
		test(`${way.name}: asks the user before a session is deleted, ` +
			`who says ${action}`, async t => {
			const { client, kind } = await connect(t, way, await serverOf(t, way),
				{ elicitation: {} });
			const asked = [];
			kind.onRequest(client, 'elicitation/create', request => {
				asked.push(request.params.message);
				return action === 'accept'
					? { action, content: {} } : { action };
			});
			await call(client, 'open_session', { session: 'old' });
			const { structuredContent } = await call(client,
				'delete_session', { session: 'old' });
			assert.equal(structuredContent.deleted, deleted);
			assert.equal(asked.length, 1);
			assert.match(asked[0], /"old"/);
		});
	}

	test(`${way.name}: closes at once in the middle of a solve`, async t => {
		const { client } = await connect(t, way, await serverOf(t, way));
		const pending = callWith(way, client, 'solve_smtlib',
			{ smtlib: HARD, timeout_ms: 60000 },
			{ onprogress: () => client.close() });
		const start = Date.now();
		await assert.rejects(pending);
		// The client would kill what does not end by itself after 2 s.
		assert.ok(Date.now() - start < 3500);
	});
}
