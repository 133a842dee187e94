// A stdio MCP server behind Streamable HTTP, for the official conformance
// suite, which speaks HTTP only. It frames and correlates; of the messages it
// changes nothing but the ids of requests, which are unique per HTTP client but
// not per process behind it.
//
//     import { bridge } from './bridge.mjs';
//     const { url, close } = await bridge(['build/satchel']);
//
// A legacy session (Mcp-Session-Id) has a process of its own; all modern
// requests, which belong to no session, share one.

import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import http from 'node:http';
import readline from 'node:readline';

const META = 'io.modelcontextprotocol/';
const SUBSCRIPTION = `${META}subscriptionId`;
const HEADER_MISMATCH = -32020;
const LOCAL = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

// What a modern error is in HTTP.
const STATUS = new Map([
	[-32601, 404],
	[-32600, 400], [-32602, 400], [-32700, 400],
	[-32020, 400], [-32021, 400], [-32022, 400],
]);

// An HTTP response that carries messages: one as JSON, several as events.
class Stream {
	constructor(response, headers = {}) {
		this.response = response;
		this.headers = headers;
	}

	begin() {
		if (this.response.headersSent)
			return;
		this.response.writeHead(200, {
			'content-type': 'text/event-stream',
			'cache-control': 'no-cache',
			...this.headers,
		});
	}

	event(message) {
		this.begin();
		this.response.write(
			`event: message\ndata: ${JSON.stringify(message)}\n\n`);
	}

	finish(message, status) {
		if (this.response.headersSent) {
			this.event(message);
			this.response.end();
		} else {
			sendJson(this.response, status, message, this.headers);
		}
	}
}

function sendJson(response, status, body, headers = {}) {
	response.writeHead(status,
		{ 'content-type': 'application/json', ...headers });
	response.end(JSON.stringify(body));
}

// One server process, and who waits for what from it.
class Server {
	constructor(command) {
		this.count = 0;
		this.open = new Map(); // our id -> {id, stream, isModern, token}
		this.unsolicited = null; // the stream of a GET
		this.backlog = []; // for that stream, as long as there is none
		this.process = spawn(command[0], command.slice(1),
			{ stdio: ['pipe', 'pipe', 'inherit'] });
		this.process.stdin.on('error', () => {});
		readline.createInterface({ input: this.process.stdout })
			.on('line', line => this.take(JSON.parse(line)));
	}

	write(message) {
		this.process.stdin.write(`${JSON.stringify(message)}\n`);
	}

	close() {
		this.process.stdin.end();
	}

	ask(message, stream, isModern) {
		const id = ++this.count;
		const token = message.params?._meta?.progressToken;
		this.open.set(id, {
			id: message.id, stream, isModern, token,
			listens: message.method === 'subscriptions/listen',
		});
		stream.response.on('close', () => {
			if (this.open.delete(id))
				this.cancel(id);
		});
		this.write({ ...message, id });
	}

	cancel(id) {
		this.write({
			jsonrpc: '2.0',
			method: 'notifications/cancelled',
			params: { requestId: id, reason: 'the stream was closed' },
		});
	}

	notify(message) {
		if (message.method === 'notifications/cancelled') {
			const wanted = message.params?.requestId;
			for (const [id, waiting] of this.open) {
				if (waiting.id === wanted)
					message.params.requestId = id;
			}
		}
		this.write(message);
	}

	take(message) {
		if (message.method === undefined)
			this.takeResponse(message);
		else
			this.route(message);
	}

	takeResponse(message) {
		const waiting = this.open.get(message.id);
		if (waiting === undefined)
			return;
		this.open.delete(message.id);
		message.id = waiting.id;
		const meta = message.result?._meta;
		if (meta?.[SUBSCRIPTION] !== undefined)
			meta[SUBSCRIPTION] = waiting.id;
		const status = waiting.isModern
			? STATUS.get(message.error?.code) ?? 200 : 200;
		waiting.stream.finish(message, status);
	}

	// A notification, or a request of a legacy server: to the stream of the
	// request that it belongs to, as far as a message says so.
	route(message) {
		const { _meta: meta, progressToken: token } = message.params ?? {};
		if (meta?.[SUBSCRIPTION] !== undefined) {
			const listener = this.open.get(meta[SUBSCRIPTION]);
			if (listener === undefined)
				return;
			meta[SUBSCRIPTION] = listener.id;
			listener.stream.event(message);
			return;
		}
		const stream = this.streamFor(message, token);
		if (stream !== null)
			stream.event(message);
		else
			this.backlog.push(message);
	}

	streamFor(message, token) {
		const waiting = [...this.open.values()].filter(w => !w.listens);
		if (token !== undefined)
			return waiting.find(w => w.token === token)?.stream ?? null;
		if (/list_changed|resources\/updated/.test(message.method))
			return this.unsolicited;
		return waiting.at(-1)?.stream ?? this.unsolicited;
	}

	listen(stream) {
		stream.begin();
		this.unsolicited = stream;
		for (const message of this.backlog.splice(0))
			stream.event(message);
		stream.response.on('close', () => {
			if (this.unsolicited === stream)
				this.unsolicited = null;
		});
	}
}

// Which header contradicts the body of a modern request, or null.
function findMismatch(headers, message) {
	const { method, params } = message;
	const version = params?._meta?.[`${META}protocolVersion`];
	const names = { 'tools/call': 'name', 'prompts/get': 'name',
		'resources/read': 'uri' };
	const name = params?.[names[method]];
	const given = headers['mcp-name'] ?? '';

	if (version !== undefined && headers['mcp-protocol-version'] !== version)
		return 'MCP-Protocol-Version';
	if (headers['mcp-method'] !== method)
		return 'Mcp-Method';
	if (name !== undefined && given !== name &&
		decodeURIComponent(given) !== name)
		return 'Mcp-Name';
	return null;
}

function isLocal(headers) {
	const origin = headers.origin?.replace(/^https?:\/\//, '');
	return LOCAL.test(headers.host ?? '') &&
		(origin === undefined || LOCAL.test(origin));
}

async function readBody(request) {
	let body = '';
	request.setEncoding('utf8');
	for await (const piece of request)
		body += piece;
	return JSON.parse(body);
}

const refusal = (id, code, message) =>
	({ jsonrpc: '2.0', ...(id === undefined ? {} : { id }),
		error: { code, message } });

class Bridge {
	constructor(command) {
		this.command = command;
		this.sessions = new Map();
		this.stateless = null;
	}

	async handle(request, response) {
		const name = request.headers['mcp-session-id'];
		const session = this.sessions.get(name);

		if (!isLocal(request.headers))
			sendJson(response, 403,
				refusal(undefined, -32600, 'this host is not served'));
		else if (request.method === 'POST')
			await this.post(request, response, session);
		else if (session === undefined)
			response.writeHead(405).end();
		else if (request.method === 'GET')
			session.listen(new Stream(response));
		else
			this.end(name, session, response);
	}

	end(name, session, response) {
		session.close();
		this.sessions.delete(name);
		response.writeHead(200).end();
	}

	async post(request, response, session) {
		const { headers } = request;
		let message;
		try {
			message = await readBody(request);
		} catch {
			return sendJson(response, 400,
				refusal(undefined, -32700, 'Parse error'));
		}
		if (headers['mcp-session-id'] !== undefined && !session)
			return sendJson(response, 404,
				refusal(message.id, -32600, 'no such session'));
		const isModern = message.method !== undefined && !session &&
			(message.method !== 'initialize' ||
				message.params?._meta?.[`${META}protocolVersion`]
					!== undefined);
		if (isModern)
			return this.postModern(headers, message, response);
		return this.postLegacy(message, response, session);
	}

	postModern(headers, message, response) {
		this.stateless ??= new Server(this.command);
		if (message.id === undefined) {
			this.stateless.notify(message);
			return response.writeHead(202).end();
		}
		const mismatch = findMismatch(headers, message);
		if (mismatch !== null)
			return sendJson(response, 400, refusal(message.id,
				HEADER_MISMATCH, `header mismatch: ${mismatch}`));
		return this.stateless.ask(message, new Stream(response), true);
	}

	postLegacy(message, response, session) {
		const extra = {};
		if (message.method === 'initialize' && !session) {
			const name = randomUUID();
			session = new Server(this.command);
			this.sessions.set(name, session);
			extra['mcp-session-id'] = name;
		}
		if (!session)
			return sendJson(response, 400,
				refusal(message.id, -32600, 'no session'));
		if (message.id === undefined || message.method === undefined) {
			session.notify(message);
			return response.writeHead(202).end();
		}
		return session.ask(message, new Stream(response, extra), false);
	}

	close() {
		this.stateless?.close();
		for (const session of this.sessions.values())
			session.close();
	}
}

// Serves the command on a port of its own until close() is called.
export async function bridge(command) {
	const inner = new Bridge(command);
	const server = http.createServer((request, response) =>
		inner.handle(request, response).catch(error => {
			console.error(error);
			response.destroy();
		}));
	await new Promise(done => server.listen(0, 'localhost', done));
	return {
		url: `http://localhost:${server.address().port}/mcp`,
		close() {
			inner.close();
			server.closeAllConnections();
			server.close();
		},
	};
}
