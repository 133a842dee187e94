// A server over stdio, and the conversations of examples/ told to it.
import { spawn, execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

export const program = `${process.env.B}/satchel`;

export class Server {
	constructor(db) {
		this.child = spawn(program, ["--db", db, "--log-level", "error"],
			{ stdio: ["pipe", "pipe", "inherit"] });
		this.waiting = new Map();
		this.last = 0;
		createInterface({ input: this.child.stdout }).on("line", line => {
			const message = JSON.parse(line);
			this.waiting.get(message.id)?.(message);
			this.waiting.delete(message.id);
		});
	}

	request(method, params) {
		const id = ++this.last;
		return new Promise(resolve => {
			this.waiting.set(id, resolve);
			this.child.stdin.write(JSON.stringify(
				{ jsonrpc: "2.0", id, method, params }) + "\n");
		});
	}

	async begin() {
		const apps = { mimeTypes: ["text/html;profile=mcp-app"] };
		await this.request("initialize", {
			protocolVersion: "2025-06-18",
			capabilities: { extensions: { "io.modelcontextprotocol/ui": apps } },
			clientInfo: { name: "view", version: "1" },
		});
		this.child.stdin.write(
			'{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
		return this;
	}

	async call(name, args) {
		return (await this.request("tools/call",
			{ name, arguments: args })).result;
	}

	end() {
		return new Promise(resolve => {
			this.child.on("exit", resolve);
			this.child.stdin.end();
		});
	}
}

// [tool, arguments] of the calls of a talk; those that use what an earlier
// answer said are left out.
export function callsOf(path) {
	const steps = [];
	for (const line of readFileSync(path, "utf8").split("\n")) {
		if (/^[\t ]/.test(line) && steps.length > 0)
			steps[steps.length - 1] += "\n" + line;
		else
			steps.push(line);
	}
	return steps.filter(s => s.startsWith("> ")).flatMap(step => {
		const [, tool, json] = /^> (\w+)\s*([^]*)$/.exec(step);
		const strict = json.replace(/"(?:[^"\\]|\\[^])*"/g,
			s => s.replace(/\n/g, "\\n").replace(/\t/g, "\\t"));
		try {
			return [[tool, strict.trim() ? JSON.parse(strict) : {}]];
		} catch {
			return [];
		}
	});
}

export function page(db, session) {
	return execFileSync(program, ["--db", db, "--log-level", "error",
		"view", session], { encoding: "utf8", maxBuffer: 1 << 28 });
}

export function sessions(db) {
	return JSON.parse(execFileSync(program, ["--db", db, "--log-level",
		"error", "--json", "sessions"], { encoding: "utf8" })).sessions
		.map(s => s.name);
}
