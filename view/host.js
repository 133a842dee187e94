/*
 * Where the data come from: the page itself, or the host of a chat (MCP Apps,
 * version 2026-01-26: JSON-RPC over postMessage), which sends the result of
 * the tool that it shows and calls tools for us.
 */

const HOST_VERSION = "2026-01-26";

function connect() {
	const waiting = new Map();
	let last = 0, session = null, can = {}, reading = 0;

	const post = message =>
		parent.postMessage({jsonrpc: "2.0", ...message}, "*");
	const notify = (method, params) => post({method, params: params || {}});
	const request = (method, params) => new Promise((resolve, reject) => {
		waiting.set(++last, {resolve, reject});
		post({id: last, method, params});
	});
	const textOfResult = result => (result.content || [])
		.filter(c => c.type === "text").map(c => c.text).join("\n");

	async function call(name, args) {
		const result = await request("tools/call", {name, arguments: args});

		if (result.isError)
			throw new Error(textOfResult(result));
		return result;
	}

	async function read() {
		if (can.serverResources) {
			const {contents} = await request("resources/read",
				{uri: `satchel://session/${session}/view.json`});

			return contents[0].text;
		}
		const result = await call("export_model", {session, format: "view"});

		return result.structuredContent?.text || textOfResult(result);
	}

	const own = {
		async load() {
			const round = ++reading;

			if (session === null)
				return;
			try {
				const data = JSON.parse(await read());

				if (round === reading)
					show(data);
				say("");
			} catch (e) {
				say("The model could not be read: " + e.message);
			}
		},
		async solve() {
			say("Solving …");
			try {
				await call("solve_model", {session});
			} catch (e) {
				say(forPeople(e.message));
			}
			await own.load();
		},
		ask() {
			request("ui/message", {role: "user", content: [{type: "text",
				text: `Explain the conflict in the Satchel session ${session} ` +
					"and propose the smallest change."}]})
				.catch(e => say(e.message));
		},
	};

	function adapt(context) {
		const root = document.documentElement;
		const fonts = context?.styles?.variables?.["--font-sans"];

		if (context?.theme)
			setTheme(context.theme);
		if (fonts)
			root.style.setProperty("--sans", fonts);
	}

	function arrived(result) {
		const structured = result?.structuredContent;
		const name = structured?.session ||
			/^;? ?Session ([\w.-]+), revision/m.exec(
				textOfResult(result || {}))?.[1];

		if (name) {
			session = name;
			own.load();
		} else if (view === null) {
			$("result").textContent = textOfResult(result || {});
		}
	}

	const NOTIFIED = {
		"ui/notifications/tool-input": p => {
			session = p?.arguments?.session || session;
		},
		"ui/notifications/tool-result": arrived,
		"ui/notifications/tool-cancelled": () => say("The call was cancelled."),
		"ui/notifications/host-context-changed": adapt,
	};

	addEventListener("message", e => {
		const m = e.data;

		if (e.source !== parent || m === null || typeof m !== "object" ||
			m.jsonrpc !== "2.0")
			return;
		if (m.method === undefined) {
			const one = waiting.get(m.id);

			waiting.delete(m.id);
			if (one && m.error)
				one.reject(new Error(m.error.message));
			else
				one?.resolve(m.result);
		} else if (m.id !== undefined) {
			post(m.method === "ping" || m.method === "ui/resource-teardown" ?
				{id: m.id, result: {}} : {id: m.id, error: {code: -32601,
					message: "there is no method " + m.method}});
		} else {
			NOTIFIED[m.method]?.(m.params);
		}
	});

	function grown() {
		const root = document.documentElement;

		notify("ui/notifications/size-changed", {width: root.scrollWidth,
			height: Math.ceil(document.body.getBoundingClientRect().height)});
	}

	host = own;
	request("ui/initialize", {protocolVersion: HOST_VERSION,
		appInfo: {name: "satchel", version: "1"},
		appCapabilities: {availableDisplayModes: ["inline", "fullscreen"]}})
		.then(result => {
			can = result.hostCapabilities || {};
			adapt(result.hostContext);
			notify("ui/notifications/initialized");
			new ResizeObserver(grown).observe(document.body);
		}).catch(e => say(e.message));
}

function begin() {
	const dark = matchMedia("(prefers-color-scheme: dark)");
	const data = JSON.parse($("data").textContent);

	setTheme(dark.matches ? "dark" : "light");
	dark.addEventListener("change", () =>
		setTheme(dark.matches ? "dark" : "light"));
	openTab(tab);
	if (data !== null)
		show(data);
	else if (parent !== window)
		connect();
	else
		$("result").textContent = "This page shows a model within a chat. " +
			"satchel view SESSION -o FILE writes one with a model in it.";
}
begin();
