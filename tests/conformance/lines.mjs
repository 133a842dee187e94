// What raw lines bring, odd ones too: beside Satchel stand servers of the
// official SDKs, generation 1.x and 2.x, and answer the same. Where Satchel
// answers otherwise, the case says what and why; where it need not any more,
// the test fails. An answer is written as `ID:ok`, `ID:refused` (a result with
// isError) or `ID:CODE`, with `-` for no id; none is `silence`.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import path from 'node:path';
import test from 'node:test';
import { serverFor } from './program.mjs';

// --- the lines ---------------------------------------------------------------

const rpc = fields => JSON.stringify({ jsonrpc: '2.0', ...fields });
const ask = (id, method, params) => rpc({ id, method, params });
const tell = (method, params) => rpc({ method, params });
const ping = id => ask(id, 'ping');

const KEY = 'io.modelcontextprotocol/';
const modern = version => ({ _meta: { [`${KEY}protocolVersion`]: version,
	[`${KEY}clientCapabilities`]: {} } });
const MODERN = modern('2026-07-28');

const hello = (id, protocolVersion) => ask(id, 'initialize',
	{ protocolVersion, capabilities: {},
		clientInfo: { name: 'lines', version: '1' } });

const call = (id, name, params = { arguments: {} }) =>
	ask(id, 'tools/call', { name, ...params });
const quick = (id, params) => call(id, 'list_sessions', params);
// Of the peers any call of it is slow. The factors of a product of two primes
// of 55 bits take Z3 longer than the limit.
const slow = id => call(id, 'solve_smtlib', { arguments: { timeout_ms: 300,
	smtlib: `(declare-const a (_ BitVec 128))(declare-const b (_ BitVec 128))
(assert (= (bvmul a b) #x00002219ab23c2272258a3535cfdea15))
(assert (bvult (_ bv1 128) a))(assert (bvult a b))
(assert (bvult b (_ bv36028797018963968 128)))` } });
const SLOW_MS = 900;

const badly = (before, bytes, after) => Buffer.concat(
	[Buffer.from(before), Buffer.from(bytes), Buffer.from(after)]);

// --- the cases ---------------------------------------------------------------

// Lines before any initialize, then lines behind it: [name, lines, answer,
// exceptions]. `null` is the end of the input.
const BEFORE = [
	['ping', [ping(1)], '1:ok'],
	['a list', [ask(1, 'tools/list')], '1:ok'],
	['a call', [quick(1)], '1:ok'],
	['a modern list', [ask(1, 'tools/list', MODERN)], '1:ok'],
	['initialize with a version of nobody', [hello(1, '1999-01-01')], '1:ok'],
	['initialize with the modern version', [hello(1, '2026-07-28')], '1:ok'],
	['discover', [ask(1, 'server/discover', MODERN)], '1:ok',
		{ one: '1:-32601' }],
	['discover of an unknown version',
		[ask(1, 'server/discover', modern('2030-01-01'))], '1:-32022',
		{ one: '1:-32601' }],
	['discover without metadata', [ask(1, 'server/discover')], '1:-32601',
		{ us: '1:-32602', why: 'the conformance suite wants it: the ' +
			'method is there, its metadata is missing' }],
	['initialize without params', [ask(1, 'initialize')], '1:-32603',
		{ us: '1:-32602', why: 'the fault is the client\'s' }],
];

const BARE = 'since 2025-11-25 an error may go without an id, and a client ' +
	'that waits learns why nothing comes; to older ones silence is kept';
const OWN_ID = 'the id can be read, so that nobody waits for nothing';
const TEXT = 'some models send the object as a text, or null for none';

const AFTER = [
	['an id of 0', [ping(0)], '0:ok'],
	['an id below 0', [ping(-1)], '-1:ok'],
	['an empty id', [ping('')], '"":ok'],
	['an id of 2^60', ['{"jsonrpc":"2.0","id":1152921504606846976,' +
		'"method":"ping"}'], 'silence',
		{ us: '1152921504606846976:ok', why: 'ids have 64 bits here' }],
	['an id of null', [ping(null)], 'silence', { us: '-:-32600', why: BARE }],
	['an id of 1.5', [ping(1.5)], 'silence', { us: '-:-32600', why: BARE }],
	['an id of true', [ping(true)], 'silence', { us: '-:-32600', why: BARE }],
	['an object for id', [ping({})], 'silence',
		{ us: '-:-32600', why: BARE }],
	['half a surrogate pair in an id', ['{"jsonrpc":"2.0","id":"\\ud800",' +
		'"method":"ping"}'], '"\\ud800":ok',
		{ us: '"\ufffd":ok', why: 'texts are UTF-8 here, which has no ' +
			'way to write it' }],

	['no JSON', ['{"jsonrpc":"2.0",,}'], 'silence',
		{ us: '-:-32700', why: BARE }],
	['no JSON, then ping', ['garbage', ping(5)], '5:ok',
		{ us: '-:-32700 5:ok', why: BARE }],
	['JSON that breaks off', ['{"jsonrpc":"2.0","id":3,"method":"pi'],
		'silence', { us: '3:-32700', why: OWN_ID }],
	['two messages on a line', [ping(1) + ping(2)], 'silence',
		{ us: '1:-32700', why: OWN_ID }],
	['bytes that are no UTF-8', [badly('{"jsonrpc":"2.0","id":7,"method":' +
		'"ping","params":{"x":"', [0xff, 0xc3, 0x28], '"}}')], '7:ok'],
	['CRLF', [ping(8) + '\r'], '8:ok'],
	['blank lines', ['', '\r', '  ', ping(8)], '8:ok'],
	['Content-Length', ['Content-Length: 40\r', '\r', ping(1)], '1:ok',
		{ us: '-:-32700 1:ok', why: BARE }],
	['8 MiB', [ask(1, 'ping', { x: 'a'.repeat(8 << 20) })], '1:ok'],
	['20,000 levels', [`{"jsonrpc":"2.0","id":1,"method":"ping","params":` +
		`{"x":${'['.repeat(20000)}${']'.repeat(20000)}}}`], '1:ok',
		{ us: '1:-32700', why: 'no message of MCP needs more than 64, and ' +
			'what is deeper is met at the door' }],
	['an array of messages', [`[${ping(1)},${ping(2)}]`], 'silence',
		{ us: '-:-32600', why: BARE }],
	['an empty array', ['[]'], 'silence', { us: '-:-32600', why: BARE }],

	['no jsonrpc', ['{"id":4,"method":"ping"}'], 'silence',
		{ us: '4:-32600', why: OWN_ID }],
	['a number for method', ['{"jsonrpc":"2.0","id":4,"method":5}'],
		'silence', { us: '4:-32600', why: OWN_ID }],
	['an array for params', [ask(1, 'ping', [])], 'silence',
		{ us: '1:-32600', why: OWN_ID }],
	['a method of nobody', [ask(9, 'foo/bar')], '9:-32601'],
	['a notification of nobody', [tell('foo/bar')], 'silence'],
	['cancelled: of nobody', [tell('notifications/cancelled',
		{ requestId: 999 })], 'silence'],
	['cancelled: without an id', [tell('notifications/cancelled', {})],
		'silence'],
	['a response to nothing', [rpc({ id: 77, result: {} })], 'silence'],
	['initialize again', [hello(1, '2025-11-25')], '1:ok'],
	['a modern list', [ask(1, 'tools/list', MODERN)], '1:ok'],
	['discover', [ask(1, 'server/discover', MODERN)], '1:-32601',
		{ us: '1:ok', why: 'the era is the request\'s, not the ' +
			'connection\'s' }],

	['tools/call without params', [ask(1, 'tools/call')], '1:-32602',
		{ one: '1:-32603' }],
	['a tool of nobody', [call(1, 'nope')], '1:-32602',
		{ one: '1:refused' }],
	['no arguments', [quick(1, {})], '1:ok'],
	['null for arguments', [quick(1, { arguments: null })], '1:-32602',
		{ one: '1:-32603', us: '1:ok', why: TEXT }],
	['a text for arguments', [quick(1, { arguments: '{}' })], '1:-32602',
		{ one: '1:-32603', us: '1:ok', why: TEXT }],
	['a cursor of nobody', [ask(1, 'tools/list', { cursor: 'zzz' })], '1:ok',
		{ us: '1:-32602', why: 'the specification wants it: the first ' +
			'page again would never end' }],
	['a list of what the peers do not have', [ask(1, 'resources/list')],
		'1:-32601', { us: '1:ok', why: 'Satchel has resources' }],
	['the same id twice', [slow(1), quick(1)], '1:ok 1:ok'],
	['cancelled in flight', [slow(1), tell('notifications/cancelled',
		{ requestId: 1 })], 'silence'],
	['the end of the input in flight', [slow(1), null], 'silence exit 0',
		{ one: '1:ok exit 0' }],
];

// --- the conversation --------------------------------------------------------

const LAST = ping('last');

function shorten(line) {
	const message = JSON.parse(line);
	// The digits as they came: JavaScript has no integers of 64 bits.
	const id = line.match(/"id":(-?\d+)[,}]/)?.[1] ??
		(message.id === undefined ? '-' : JSON.stringify(message.id));
	if (message.method !== undefined)
		return message.method;
	if (message.error !== undefined)
		return `${id}:${message.error.code}`;
	return `${id}:${message.result.isError ? 'refused' : 'ok'}`;
}

// The answer to the lines. When the last ping is answered all is, but for what
// is slow on purpose.
function converse([command, ...args], lines, isGreeted) {
	const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'] });
	const ends = lines.includes(null);
	const isSlow = lines.some(line => /solve_smtlib/.test(line ?? ''));
	const answers = [];
	let rest = '';
	const send = line => {
		child.stdin.write(line);
		child.stdin.write('\n');
	};
	const sendAll = () => {
		for (const line of ends ? lines : [...lines, LAST]) {
			if (line === null)
				child.stdin.end();
			else
				send(line);
		}
	};
	const take = line => {
		if (/"id":"greeting"/.test(line)) {
			send(tell('notifications/initialized'));
			sendAll();
		} else if (/"id":"last"/.test(line)) {
			setTimeout(() => child.stdin.end(), isSlow ? SLOW_MS : 0);
		} else {
			answers.push(shorten(line));
		}
	};
	child.stdin.on('error', () => {});
	child.stdout.on('data', piece => {
		const parts = (rest + piece).split('\n');
		rest = parts.pop();
		parts.forEach(take);
	});
	if (isGreeted)
		send(hello('greeting', '2025-11-25'));
	else
		sendAll();
	return new Promise(resolve => child.on('close', code => {
		const said = answers.join(' ') || 'silence';
		resolve(ends ? `${said} exit ${code}` : said);
	}));
}

const peer = generation => [process.execPath,
	path.join(import.meta.dirname, 'peer.mjs'), generation];

for (const [where, cases] of [['before initialize', BEFORE],
	['after it', AFTER]]) {
	for (const [name, lines, answer, exceptions = {}] of cases) {
		test(`${where}: ${name}`, { timeout: 20000 }, async t => {
			const [one, two, us] = await Promise.all([peer('one'),
				peer('two'), serverFor(t)].map(command =>
				converse(command, lines, cases === AFTER)));
			assert.equal(one, exceptions.one ?? answer, 'SDK 1.x');
			assert.equal(two, exceptions.two ?? answer, 'SDK 2.x');
			assert.equal(us, exceptions.us ?? answer, exceptions.why);
		});
	}
}
