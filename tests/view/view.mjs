// The page in a real browser: every example in both schemes, the keys, a chat
// that holds it, hostile texts, a thousand items. Pictures: build/view/pictures.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync,
	rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { after, before, test } from "node:test";
import puppeteer from "puppeteer-core";
import { Server, callsOf, page, sessions } from "./satchel.mjs";

const folder = mkdtempSync(join(tmpdir(), "satchel-view-"));
const pictures = join(process.env.B, "view/pictures");
const only = process.env.EXAMPLE;
const axe = readFileSync(new URL("node_modules/axe-core/axe.min.js",
	import.meta.url), "utf8");
let browser;

before(async () => {
	mkdirSync(pictures, { recursive: true });
	browser = await puppeteer.launch({
		executablePath: ["/usr/bin/chromium", "/usr/bin/chromium-browser",
			"/usr/bin/google-chrome"].find(existsSync),
		args: ["--no-sandbox", "--disable-gpu"],
	});
});

after(async () => {
	await browser?.close();
	rmSync(folder, { recursive: true });
});

async function talk(name, calls) {
	const db = join(folder, name + ".db");
	const server = await new Server(db).begin();

	for (const [tool, args] of calls)
		await server.call(tool, args);
	await server.end();
	return db;
}

// A tab on a file of its own; whatever goes wrong there is in `wrong`.
async function open(html, scheme = "light", size = [1280, 900]) {
	const file = join(folder, "page.html");
	const tab = await browser.newPage();
	const wrong = [];

	writeFileSync(file, html);
	tab.on("console", m => m.type() === "error" && wrong.push(m.text()));
	tab.on("pageerror", e => wrong.push(String(e)));
	tab.on("request", r => r.url().startsWith("file:") ||
		r.url().startsWith("data:") || wrong.push("asks for " + r.url()));
	await tab.setViewport({ width: size[0], height: size[1] });
	await tab.emulateMediaFeatures(
		[{ name: "prefers-color-scheme", value: scheme }]);
	await tab.goto("file://" + file);
	return { tab, wrong };
}

// The faults that a checker of accessibility finds.
async function check(tab) {
	await tab.evaluate(axe);
	const { violations } = await tab.evaluate(() => axe.run());
	return violations.map(v => `${v.id}: ${v.nodes[0].html.slice(0, 150)} ` +
		v.nodes[0].failureSummary.replace(/\s+/g, " ").slice(0, 200));
}

const text = (tab, selector) => tab.$eval(selector, n => n.innerText);

for (const file of readdirSync("examples").filter(f => f.endsWith(".talk"))) {
	const name = basename(file, ".talk");

	if (only && !name.includes(only))
		continue;
	test(`${name} is shown in both schemes, without an error`, async () => {
		const db = await talk(name, callsOf(join("examples", file)));

		for (const session of sessions(db)) {
			const html = page(db, session);

			for (const scheme of ["light", "dark"]) {
				const { tab, wrong } = await open(html, scheme);

				for (const key of ["1", "3", "4"]) {
					await tab.keyboard.press(key);
					await tab.screenshot({ path: join(pictures,
						`${name}-${session}-${scheme}-${key}.png`) });
				}
				assert.deepEqual(wrong, []);
				assert.deepEqual(await check(tab), []);
				await tab.close();
			}
			const { tab, wrong } = await open(html, "light", [420, 800]);

			await tab.screenshot({ path: join(pictures,
				`${name}-${session}-narrow.png`) });
			assert.ok(await tab.evaluate(() =>
				document.documentElement.scrollWidth <= 420));
			assert.deepEqual(wrong, []);
			await tab.close();
		}
	});
}

if (!only || only === "none") {
test("a plan is a chart, conflicts are marked, solutions step by keys",
	async () => {
		const plan = await open(page(await talk("plan",
			callsOf("examples/job_shop.talk")), "shop"));

		await plan.tab.select("select", "2"); // the run before the deadline
		assert.match(await text(plan.tab, "#result"), /Plan/);
		assert.equal((await plan.tab.$$("#result svg rect")).length > 7, true);
		await plan.tab.select("select", "0");
		assert.ok((await plan.tab.$$(".item.core")).length >= 3);
		assert.ok((await plan.tab.$$("#result .bad")).length > 0);
		await plan.tab.close();

		const { tab } = await open(page(await talk("queens",
			callsOf("examples/queens.talk")), "queens"));

		await tab.select("select", "1");
		await tab.evaluate(() => document.activeElement.blur());
		assert.match(await text(tab, "#result"), /Solution 1 of 4/);
		await tab.keyboard.press("ArrowRight");
		assert.match(await text(tab, "#result"), /Solution 2 of 4/);
		assert.ok((await tab.$$("#result .changed")).length > 0);
		await tab.keyboard.press("ArrowLeft");
		await tab.keyboard.press("ArrowLeft");
		assert.match(await text(tab, "#result"), /Solution 4 of 4/);
		await tab.keyboard.press("j");
		await tab.keyboard.press("j");
		assert.equal(await tab.$eval(".item.chosen", n => n.id), "item-1");
		await tab.keyboard.press("/");
		await tab.keyboard.type("attack");
		assert.equal((await tab.$$(".item:not([hidden])")).length, 1);
		await tab.close();
	});

test("start and duration are recognised, and the README's picture", async () => {
	const { tab, wrong } = await open(page(await talk("shed",
		callsOf("examples/project_plan.talk")), "shed"), "light", [1180, 640]);

	await tab.select("select", "2"); // the first run
	assert.match(await text(tab, "#result"), /Plan/);
	assert.equal((await tab.$$("#result svg[role=img] rect")).length, 7);
	await tab.evaluate(() => document.activeElement.blur());
	await tab.screenshot({ path: join(pictures, "readme.png") });
	assert.deepEqual(wrong, []);
	await tab.close();
});

test("it opens on the result of the model, and what-ifs are beside it",
	async () => {
		const { tab, wrong } = await open(page(await talk("beside", [
			["open_session", { session: "other" }],
			["add_item", { session: "other",
				content: "(declare-const x Int)" }],
			["solve_model", { session: "other" }],
			["open_session", { session: "beside" }],
			["add_item", { session: "beside", content:
				"(declare-const x Int)(declare-const y Int)" +
				"(assert (= (div x y) 5))(assert (= y 0))" }],
			["solve_model", { session: "beside" }],
			["solve_model", { session: "beside", assume: ["(= y 1)"] }],
			["prove", { session: "beside", property: "(= y 0)" }],
		]), "beside"));

		assert.match(await text(tab, "#head"), /Solution found/);
		assert.match(await text(tab, ".verdict"), /^Solution found/);
		assert.match(await text(tab, ".warnings"), /the solution rests on/);
		assert.doesNotMatch(await text(tab, ".warnings"), /assert or assume/);
		assert.match(await text(tab, "#result select"), /1: Solution found/);
		assert.equal((await tab.$$(".others li")).length, 2);
		assert.match(await text(tab, ".others"),
			/Does it follow\? \(= y 0\)\s+Proved/);
		await tab.evaluate(() => [...document.querySelectorAll(
			".others button")].find(b => /What if \(= y 1\)/.test(
			b.textContent)).click());
		assert.match(await text(tab, ".verdict"),
			/not the result of the model\s+No solution/);
		assert.equal((await tab.$$(".verdict.bad")).length, 0);
		assert.match(await text(tab, "#head"), /Solution found/);
		await tab.keyboard.press("?");
		assert.match(await text(tab, "dialog"), /next and previous item/);
		await tab.keyboard.press("Escape");
		assert.equal((await tab.$$("dialog")).length, 0);
		assert.deepEqual(wrong, []);
		await tab.close();
	});

test("a value that is too long for the page is said to be, and is a file",
	async () => {
		const names = [...Array(400).keys()].map(i => "x" + i);
		const { tab } = await open(page(await talk("long", [
			["open_session", { session: "long" }],
			["add_item", { session: "long", content: names.map(n =>
				`(declare-const ${n} String)` +
				`(assert (= ${n} "${"y".repeat(900)}"))`).join("\n") }],
			["solve_model", { session: "long" }]]), "long"));

		assert.match(await text(tab, ".warnings"),
			/too long to be shown here: “Download all values”/);
		assert.match(await text(tab, ".files"), /Download all values/);
		await tab.close();
	});

test("a timed-out optimum is not green, and advice is not for people",
	async () => {
		const sum = (name, factor) => `(declare-const ${name} Int)` +
			[...Array(50).keys()].map(i =>
				`(declare-const ${name}${i} Bool)`).join("") +
			`(assert (= ${name} (+ ${[...Array(50).keys()].map(i =>
				`(ite ${name}${i} ${i * factor % 997 + 1} 0)`)
				.join(" ")})))`;
		const { tab } = await open(page(await talk("slow", [
			["open_session", { session: "slow" }],
			["add_item", { session: "slow", content: sum("n", 7919) +
				sum("m", 7907) + sum("k", 6007) + "(minimize (abs (- " +
				"(* n n n) (* m m m) (* 2 k k) 912345678)))" }],
			["solve_model", { session: "slow", timeout_ms: 1500 }]]),
		"slow"), "light", [390, 844]);

		assert.equal((await tab.$$(".verdict.good, .verdict.sat")).length, 0);
		assert.doesNotMatch(await text(tab, "#result"),
			/timeout_ms|What to do/);
		assert.equal(await tab.evaluate(() =>
			[...document.querySelectorAll("svg text")].filter(n =>
				n.getBoundingClientRect().height < 11).length), 0);
		await tab.close();
	});

test("texts that look like markup stay texts", async () => {
	const evil = "</script><img src=x onerror=document.title='got'><!--" +
		"\u202e" + "x".repeat(300);
	const db = await talk("evil", [
		["open_session", { session: "evil", description: evil }],
		["add_item", { session: "evil", note: evil, content:
			`(declare-const s String) (assert (= s "${evil}"))\n` +
			`(declare-const |${evil}| Bool)` }],
		["solve_model", { session: "evil" }]]);
	const { tab, wrong } = await open(page(db, "evil"));

	for (const key of ["1", "3", "4"])
		await tab.keyboard.press(key);
	assert.equal(await tab.title(), "evil – Satchel");
	assert.equal((await tab.$$("img")).length, 0);
	assert.ok((await text(tab, "#items")).includes(evil));
	await tab.keyboard.press("1");
	assert.ok((await text(tab, "#result")).includes("<!--\\u{202e}xxx"));
	for (const width of [1280, 420]) {
		await tab.setViewport({ width, height: 800 });
		assert.ok(await tab.evaluate(() =>
			document.documentElement.scrollWidth) <= width);
	}
	assert.deepEqual(wrong, []);
	await tab.close();
});

test("a thousand items are there within a second", async () => {
	const edits = [...Array(1000).keys()].map(i => ({ op: "add",
		name: "item_" + i, note: `The number ${i} of a thousand.`,
		content: `(declare-const x${i} Int)\n(assert (<= 0 x${i} ` +
			`${i > 0 ? "(+ 5 x" + (i - 1) + ")" : 9}))` }));
	const db = await talk("thousand", [
		["open_session", { session: "thousand" }],
		["edit_model", { session: "thousand", edits }],
		["solve_model", { session: "thousand" }]]);
	const { tab, wrong } = await open(page(db, "thousand"));

	await tab.waitForFunction(() =>
		document.querySelectorAll(".item").length === 1000);
	const paint = await tab.evaluate(() => performance.getEntriesByName(
		"first-contentful-paint")[0].startTime);

	console.log(`# first paint of 1,000 items: ${Math.round(paint)} ms`);
	assert.ok(paint < 1000);
	await tab.keyboard.press("3");
	await tab.screenshot({ path: join(pictures, "thousand-3.png") });
	assert.deepEqual(wrong, []);
	await tab.close();
});

test("within a chat the page is told, reads and calls", async () => {
	const db = join(folder, "chat.db");
	const server = await new Server(db).begin();
	const listed = (await server.request("tools/list", {})).result.tools;
	const uri = listed.find(t => t.name === "solve_model")
		._meta.ui.resourceUri;
	const { contents } = (await server.request("resources/read",
		{ uri })).result;
	const { tab, wrong } = await open("<!DOCTYPE html><iframe " +
		"sandbox=allow-scripts style='width:100%;height:850px'></iframe>");

	assert.equal(contents[0].mimeType, "text/html;profile=mcp-app");
	await server.call("open_session", { session: "chat" });
	await server.call("add_item", { session: "chat",
		content: "(declare-const x Int) (assert (< 3 x 9))" });
	const first = await server.call("get_model", { session: "chat" });

	await tab.exposeFunction("toServer", async (method, params) =>
		(await server.request(method, params)).result);
	await tab.evaluate((html, result) => {
		const frame = document.querySelector("iframe");
		const post = m => frame.contentWindow.postMessage(
			{ jsonrpc: "2.0", ...m }, "*");

		window.told = [];
		addEventListener("message", async ({ data: m }) => {
			window.told.push(m.method);
			if (m.method === "ui/initialize")
				post({ id: m.id, result: { protocolVersion: "2026-01-26",
					hostInfo: { name: "host", version: "1" },
					hostCapabilities: { serverTools: {} },
					hostContext: { theme: "dark" } } });
			else if (m.method === "ui/notifications/initialized") {
				post({ method: "ui/notifications/tool-input",
					params: { arguments: { session: "chat" } } });
				post({ method: "ui/notifications/tool-result",
					params: result });
			} else if (m.id !== undefined && m.method)
				post({ id: m.id,
					result: await window.toServer(m.method, m.params) });
		});
		frame.srcdoc = html;
	}, contents[0].text, first);
	const frame = await (await tab.waitForSelector("iframe")).contentFrame();

	await frame.waitForSelector(".item");
	assert.equal(await frame.$eval("html", n => n.dataset.theme), "dark");
	await frame.evaluate(() => [...document.querySelectorAll("button")]
		.find(b => b.textContent === "Solve").click());
	await frame.waitForSelector(".verdict.good");
	assert.match(await frame.$eval("#result", n => n.innerText), /x\s+[4-8]/);
	assert.ok((await tab.evaluate(() => window.told))
		.includes("ui/notifications/size-changed"));
	await tab.screenshot({ path: join(pictures, "chat.png") });
	assert.deepEqual(wrong, []);
	await tab.close();
	await server.end();
});
}
