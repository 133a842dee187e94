// A server of the official SDKs with two tools of Satchel's names, for
// lines.mjs: `node peer.mjs one` is of the generation 1.x, `two` of 2.x.

import { McpServer as ServerOne } from
	'@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport as TransportOne } from
	'@modelcontextprotocol/sdk/server/stdio.js';
import { McpServer as ServerTwo } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

const SLOW_MS = 300;
const text = words => ({ content: [{ type: 'text', text: words }] });
const slow = () => new Promise(resolve =>
	setTimeout(() => resolve(text('slow')), SLOW_MS));

function fill(server) {
	server.registerTool('list_sessions', { description: 'at once' },
		() => text('at once'));
	server.registerTool('solve_smtlib', { description: 'slow' }, slow);
	return server;
}

const INFO = { name: 'peer', version: '1' };
if (process.argv[2] === 'one')
	await fill(new ServerOne(INFO)).connect(new TransportOne());
else
	serveStdio(() => fill(new ServerTwo(INFO)));
