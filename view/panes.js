/*
 * The parts of the page, and what the keys do.
 */

const TABS = [["result", "Result"], ["items", "Items"],
	["graph", "Dependencies"], ["history", "History"]];
const AT_ONCE = 150; /* items that are drawn before the first paint */
const $ = id => document.getElementById(id);
const wide = matchMedia("(min-width: 1000px)");

let view = null; /* what export_model's format view says */
let links = null;
let tab = "result";
let run = 0;         /* of view.runs, which has the newest first; at the
                      * beginning the last one of the model itself */
let solution = 0;
let set = -1;        /* of a run of what-ifs */
let chosen = null;   /* an item */
let host = null;     /* of host.js, when this is within a chat */
let drawing = 0;     /* the round of drawing items that counts */

function say(text) {
	$("said").textContent = text;
	setTimeout(() => {
		if ($("said").textContent === text)
			$("said").textContent = "";
	}, 4000);
}

/* What a status is called, and the colour that it has. */
const WORDS_FOR = {sat: "solution found", unsat: "no solution",
	unknown: "not decided", timeout: "time ran out", cancelled: "cancelled",
	error: "could not be solved", proved: "proved", refuted: "refuted",
	done: "compared"};
const wordsFor = status => WORDS_FOR[status] || status;
const chip = (text, kind) => h("span", {class: "chip " + (kind || text)},
	kind === undefined ? wordsFor(text) : text);
const nameOf = i => `${i}${view.items[i].name ? " " + view.items[i].name : ""}`;
/* What it says to the page only is left out. */
const noteOf = item => (item.note || "").replace(/\s*\bgantt:[^.;]*[.;]?/i, "");
const linkTo = i => h("button", {class: "link", type: "button",
	onclick: () => choose(i, true)}, nameOf(i));
const timeOf = at => at ? at.replace("T", " ").replace(/(:\d\d)?(\.\d+)?Z$/, "") : "";

/* --- the last result ------------------------------------------------------ */

/* Numbers of the items of a core, in the model as it is shown: it may have
 * been edited since. */
function coreOf(one) {
	const found = new Map();

	for (const c of one?.answer?.core || []) {
		const same = item => item !== undefined &&
			(c.content === undefined || item.content === c.content) &&
			(c.name === undefined || item.name === c.name);
		const at = one.revision === view.revision || same(view.items[c.index]) ?
			c.index : c.content === undefined && c.name === undefined ? -1 :
				view.items.findIndex(same);

		if (view.items[at] !== undefined)
			found.set(at, c);
	}
	return found;
}

function showCore(one) {
	const core = coreOf(one), answer = one.answer;
	const gone = (answer.core || []).length - core.size;
	const proved = answer.status === "proved";

	if ((answer.core || []).length + (answer.core_assumptions || []).length === 0)
		return null;
	return [h("h2", null, proved ? "What it follows from" :
		answer.core_minimal === false ? "These contradict each other " +
			"(some may be redundant)" : "These contradict each other"),
	h("ul", null, [...core.keys()].map(i => h("li", null, linkTo(i),
		" " + noteOf(view.items[i]))),
	(answer.core_assumptions || []).map(a =>
		h("li", null, h("code", null, a), " (assumed)")),
	gone > 0 && h("li", {class: "faint"},
		plural(gone, "item") + " that the model has no longer")),
	(answer.relaxations || []).length > 0 && [
		h("h2", null, "Removing any one of these sets resolves the conflict"),
		h("ul", null, answer.relaxations.map(r => h("li", null,
			[r].flat().map((x, k) => [k > 0 && ", ",
				typeof x === "number" && one.revision === view.revision &&
					view.items[x] ? linkTo(x) :
					h("code", null, textOf(x))]))))]];
}

function showSets(answer) {
	return h("div", {class: "scroll", tabindex: 0}, h("table", null,
		h("tr", null, ["What if", "Outcome", "Best or first values"].map(
			t => h("th", {scope: "col"}, t))),
		answer.sets.map((one, i) => h("tr", null,
			h("td", null, h("code", null, [one.set].flat().map(textOf)
				.join(" "))),
			h("td", null, chip(one.status)),
			h("td", null, one.values ? h("button", {type: "button",
				"aria-pressed": String(set === i), onclick: () => {
					set = set === i ? -1 : i;
					showResult();
				}}, one.objective !== undefined ?
				textOf(one.objective) : "show") :
				(one.core || []).map((c, k) => [k > 0 && ", ",
					view.items[c.index] ? linkTo(c.index) : c.index]))))));
}

const showForced = forced => [h("h2", null, "Forced values"),
	h("div", {class: "scroll", tabindex: 0}, h("table", null,
		Object.entries(forced).slice(0, 500).map(([term, f]) => h("tr", null,
			h("th", {scope: "row"}, term),
			h("td", null, f === null || typeof f !== "object" ? textOf(f) :
				f.forced ? chip("forced", "sat") :
					"not forced" + (f.also !== undefined ?
						", also " + textOf(f.also) : "")))))),
	Object.keys(forced).length > 500 && h("p", {class: "faint"},
		"The first 500 of " + Object.keys(forced).length +
			"; the file has all.")];

function solutionsOf(answer) {
	if (set >= 0 && answer.sets)
		return [answer.sets[set].values];
	if ((answer.solutions || []).length > 1)
		return answer.solutions;
	return answer.values ? [answer.values] : [];
}

function step(by) {
	const count = view === null || view.runs.length === 0 ? 0 :
		solutionsOf(view.runs[run].answer || {}).length;

	if (count < 2)
		return;
	solution = (solution + by + count) % count;
	showResult();
	say(`Solution ${solution + 1} of ${count}`);
}

function allSolutions(list, sorts) {
	const names = Object.keys(list[0]).filter(n => !isTable(list[0][n]));

	if (list.length < 2 || names.length === 0 || names.length > 14)
		return null;
	return h("details", null, h("summary", null, "All as a table"),
		h("div", {class: "scroll", tabindex: 0}, h("table", null,
			h("tr", null, h("td", null), names.map(n =>
				h("th", {scope: "col", title: sorts[n]}, n))),
			list.slice(0, 300).map((one, i) => h("tr", null,
				h("th", {scope: "row"}, i + 1),
				names.map(n => h("td", null, textOf(one[n]))))))),
		list.length > 300 && h("p", {class: "faint"},
			`The first 300 of ${list.length}; the file has all.`));
}

function showSolutions(answer) {
	const list = solutionsOf(answer), sorts = answer.sorts || {};

	solution = Math.min(solution, Math.max(0, list.length - 1));
	if (list.length === 0)
		return null;
	const values = list.length > 1 && solution === 0 && answer.values &&
		answer.solutions?.[0] === list[0] ?
		{...answer.values} : list[solution];
	const bars = findBars(view.items, values);

	return [
		list.length > 1 && h("div", {class: "bar"},
			h("button", {type: "button", onclick: () => step(-1),
				"aria-label": "previous solution"}, "←"),
			h("strong", null, `Solution ${solution + 1} of ${list.length}` +
				(answer.complete === false ? " (there are more)" : "")),
			h("button", {type: "button", onclick: () => step(1),
				"aria-label": "next solution"}, "→"),
			solution > 0 && h("span", {class: "faint"},
				"outlined: changed from the previous solution")),
		bars.length > 0 && gantt(bars),
		showValues(values, sorts, solution > 0 ? list[solution - 1] : null),
		allSolutions(list, sorts)];
}

const ASKED = ["assume", "without", "what_if", "minimize", "maximize",
	"property"];

function askedOf(options) {
	const asked = [];

	for (const key of ASKED)
		for (const one of [options?.[key] ?? []].flat())
			asked.push(h("li", null, key.replace("_", " ") + " ", h("code",
				null, textOf([one].flat().join(" ").replace(/\s+/g, " ")))));
	return asked.length > 0 && h("ul", {class: "faint"}, asked);
}

/* --- what a run says, in words -------------------------------------------- */

/* "" for a run of the model itself, which alone says what the model's result
 * is; otherwise what it was instead. */
function kindOf(one) {
	if (one.options?.property !== undefined)
		return "proof";
	return one.what_if || one.answer?.sets ? "what-if" : "";
}

/* The sentences of a message that are meant for people: what a chat model is
 * to do about it, and with which tool, is left out. */
const forPeople = message => (message || "").split(/\n(?:Cause|What to do):/)[0]
	.replace(/: (?:assert|remove|correct|name|state|say) [^:]*$/, ".")
	.split(/(?<=[.!?])\s+/).filter(part => !/\b(?:solve|get|what|restore|add|replace)_[a-z]+\b/.test(part))
	.join(" ");

/* How good the values are that are the best so far: [words, colour, more]. */
function describeBest(answer) {
	const open = (answer.objectives || []).filter(o => !o.optimal);
	const why = open.map(o => o.why_not);

	if (open.length === 0)
		return ["Best solution found", "good", "Nothing better is possible."];
	if (why.includes("unbounded"))
		return ["There is no best solution", "unsure", open[0].kind + " " +
			open[0].term + " can be improved without end."];
	if (why.includes("not_attained"))
		return ["There is no best solution", "unsure",
			"The limit is approached and never reached."];
	if (why.every(w => w === "pareto"))
		return ["Solutions found", "good", "Each is one of several trade-offs."];
	return ["Best solution so far", "unsure", (answer.reason?.code ===
		"timeout" ? "Time ran out before" : "It was not proved") +
		(answer.reason?.code === "timeout" ? " it was proved that nothing " :
			" that nothing ") + "better is possible."];
}

/* The outcome of a run: [words, colour, more]. */
function outcomeOf(one) {
	const answer = one.answer || {}, status = answer.status || one.status;

	if (status === "sat" && (answer.objectives || []).length > 0)
		return describeBest(answer);
	if (status === "sat" && answer.reason)
		return ["Solution found, incomplete", "unsure",
			answer.reason.code === "timeout" ?
				"Time ran out before all of its values were known." :
				forPeople(answer.reason.message)];
	if (status === "sat")
		return ["Solution found", "good", forPeople(answer.message)];
	if (status === "unsat")
		return ["No solution", "bad", ""];
	if (status === "proved" && answer.vacuous)
		return ["This proves nothing", "unsure",
			"The model has no solution, so anything follows from it."];
	if (status === "proved")
		return ["Proved", "good", "It holds in every solution."];
	if (status === "refuted")
		return ["Refuted", "bad", "The values are a counterexample."];
	if (status === "timeout")
		return ["Time ran out", "unsure",
			"Whether there is a solution is not known."];
	if (status === "done")
		return ["Compared", "", forPeople(answer.message)];
	return [wordsFor(status).replace(/^./, c => c.toUpperCase()),
		status === "error" ? "bad" : "unsure",
		forPeople(answer.message || answer.reason?.message)];
}

/* --- files and the clipboard ---------------------------------------------- */

const button = (text, title, onclick) =>
	h("button", {type: "button", title, onclick}, text);

function copy(text) {
	const done = () => say("Copied.");
	const failed = () => say("The browser does not allow to copy here.");

	if (navigator.clipboard)
		navigator.clipboard.writeText(text).then(done, failed);
	else
		failed();
}

function download(name, type, text) {
	const url = URL.createObjectURL(new Blob([text], {type}));
	const link = h("a", {href: url, download: name});

	document.body.append(link);
	link.click();
	link.remove();
	setTimeout(() => URL.revokeObjectURL(url), 10000);
}

const itemsText = () => view.items.map(item =>
	(item.note ? "; " + item.note.replace(/\n/g, "\n; ") + "\n" : "") +
		item.content.trim() + "\n").join("\n");
const fileName = (what, ending) =>
	view.session.replace(/[^\w.-]+/g, "_") + what + ending;

function valuesText(values) {
	return Object.entries(values).flatMap(([name, value]) => isTable(value) ?
		[...entriesOf(value).map(e => `${name}(${e.args.map(textOf)
			.join(", ")})\t${textOf(e.value)}`),
		...(value.else !== undefined && !isTable(value.else) ?
			[`${name}(otherwise)\t${textOf(value.else)}`] : [])] :
		[name + "\t" + textOf(value)]).join("\n") + "\n";
}

function showFiles(one) {
	const answer = one.answer || {}, list = solutionsOf(answer);

	return (list.length > 0 || one.solution) && h("div", {class: "bar files"},
		list.length > 0 && Object.keys(list[0]).length > 0 && [
			button("Copy values", "names and values, for a spreadsheet",
				() => copy(valuesText(list[Math.min(solution,
					list.length - 1)]))),
			button("Download result", "the whole result as JSON",
				() => download(fileName("-result", ".json"),
					"application/json",
					JSON.stringify(answer, null, "\t")))],
		one.solution && button("Download all values",
			"the whole solution as SMT-LIB", () => download(
				fileName("-solution", ".smt2"), "text/plain",
				one.solution)));
}

/* What was cut, and warnings. */
function showWarnings(one) {
	const answer = one.answer || {};
	const shown = (answer.warnings || []).map(w => {
		const cut = /^(\d+) (?:more )?values? ha(?:s|ve) no room/.exec(w);

		return cut === null ? forPeople(w) : plural(Number(cut[1]), "value") +
			" too long to be shown here" + (one.solution ?
			": “Download all values” has everything." :
			"; ask the chat for those you need.");
	});

	if (answer.status === "sat" && shown.length === 0 &&
		solutionsOf(answer).every(v => Object.keys(v).length === 0))
		shown.push(answer.truncated || answer.reason ?
			"No values are shown: they were not computed in time, or are " +
			"too long." : "The model declares nothing that has a value.");
	return shown.length > 0 && h("ul", {class: "warnings",
		"aria-label": "Warnings"}, shown.map(w => h("li", null, w)));
}

/* --- one run -------------------------------------------------------------- */

function showVerdict(one) {
	const [words, tone, more] = outcomeOf(one), kind = kindOf(one);

	return h("div", {class: "verdict " + (kind === "" ? tone : "aside")},
		kind !== "" && h("p", {class: "faint"}, (kind === "proof" ?
			"A proof" : "A what-if") + ", not the result of the model"),
		h("p", null, h("strong", {class: kind === "" ? null : tone}, words),
			" ", one.revision !== view.revision && chip("for revision " +
				one.revision + "; the model is now at " + view.revision,
			"stale")),
		more && h("p", null, more));
}

function showRun(one) {
	const answer = one.answer || {};

	return [
		showVerdict(one),
		kindOf(one) !== "" && askedOf(one.options),
		showWarnings(one),
		answer.objectives && answer.objectives.length > 0 &&
			showObjectives(answer.objectives),
		answer.sets && showSets(answer),
		answer.forced && showForced(answer.forced),
		showCore(one),
		one.answer ? showSolutions(answer) : h("p", {class: "faint"},
			"This older run is too large for this page, which leaves its " +
			"values out."),
		showFiles(one),
		one.course && course(one.course, answer.objectives?.[0]?.optimal ? 0 :
			1000 * one.solve_time),
		answer.statistics && h("details", null,
			h("summary", null, "Statistics"),
			columns(Object.entries(answer.statistics).map(
				([name, value]) => ({name, value})), () => false))];
}

function chooseRun(i) {
	run = i;
	solution = 0;
	set = -1;
	draw();
}

function runOption(r, i) {
	return h("option", {value: i, selected: i === run},
		`${r.run}: ${outcomeOf(r)[0]}, revision ${r.revision}`);
}

/* All runs, those of the model itself first. */
function showRuns(runs) {
	const all = runs.map((r, i) => [r, i]);
	const own = all.filter(([r]) => kindOf(r) === "");
	const others = all.filter(([r]) => kindOf(r) !== "");

	return h("select", {onchange: e => chooseRun(Number(e.target.value))},
		own.length > 0 && h("optgroup", {label: "The model"},
			own.map(([r, i]) => runOption(r, i))),
		others.length > 0 && h("optgroup", {label: "What-ifs and proofs"},
			others.map(([r, i]) => runOption(r, i))));
}

/* What else was asked, beside the result of the model. */
function showOthers(runs) {
	const others = runs.map((r, i) => [r, i]).filter(([r]) => kindOf(r) !== "");
	const own = runs.findIndex(r => kindOf(r) === "");
	const asked = r => ASKED.flatMap(key => [r.options?.[key] ?? []].flat()
		.map(one => [one].flat().join(" ").replace(/\s+/g, " "))).join("; ");

	if (others.length === 0)
		return null;
	return h("section", {class: "others", "aria-label": "Also asked"},
		h("h2", null, "Also asked, beside the model"),
		h("ul", null, others.map(([r, i]) => h("li", null,
			h("button", {class: "link", type: "button",
				"aria-pressed": String(i === run),
				onclick: () => chooseRun(i)},
			(kindOf(r) === "proof" ? "Does it follow? " : "What if ") +
				asked(r).slice(0, 90) + (asked(r).length > 90 ? "…" : "")),
			" ", h("span", {class: "chip " + outcomeOf(r)[1]},
				outcomeOf(r)[0])))),
		kindOf(runs[run]) !== "" && own >= 0 &&
			button("Back to the result of the model", null,
				() => chooseRun(own)));
}

function showExpectations(list) {
	return list?.length > 0 && h("details", null,
		h("summary", null, plural(list.length, "expectation")),
		h("ul", null, list.map(e => h("li", null,
			h("strong", null, e.name), " ", h("code", null,
				Object.entries(e).filter(([k]) => k !== "name")
					.map(([k, v]) => k + " " + (typeof v === "object" ?
						JSON.stringify(v) : v)).join(", "))))));
}

function showResult() {
	const runs = view.runs, one = runs[run];
	const isOnly = runs.length > 0 && runs.every(r => kindOf(r) !== "");

	$("result").replaceChildren(...[
		(runs.length === 0 || isOnly) && h("p", {class: "faint"},
			"The model itself was not solved yet."),
		runs.length > 0 && h("div", {class: "bar"},
			h("label", null, "Run ", showRuns(runs)),
			h("span", {class: "faint",
				title: "the time of the solver alone"}, timeOf(one.at) +
				", solved in " + Number(one.solve_time).toPrecision(2) +
				" s")),
		one && showRun(one),
		one && showOthers(runs),
		showExpectations(view.expectations)].flat(4).filter(Boolean));
}

/* --- items ---------------------------------------------------------------- */

const WORDS = /(;[^\n]*)|("(?:[^"]|"")*")|(\()(\s*)([A-Za-z][\w-]*)/g;
const KEYWORDS = /^(declare|define|assert|minimize|maximize|set-)/;

function highlight(text) {
	const parts = [];
	let at = 0;

	for (const m of text.slice(0, 20000).matchAll(WORDS)) {
		if (m[5] !== undefined && !KEYWORDS.test(m[5]))
			continue;
		const from = m[5] === undefined ? m.index :
			m.index + m[0].length - m[5].length;

		parts.push(text.slice(at, from));
		at = m.index + m[0].length;
		parts.push(h("span", {class: m[1] !== undefined ? "comment" :
			m[2] !== undefined ? "string" : "keyword"}, text.slice(from, at)));
	}
	return [...parts, text.slice(at)];
}

/* A text without the blanks that all of its lines begin with. */
function undent(text) {
	const lines = text.replace(/^\s*\n/, "").trimEnd().split("\n");
	const blanks = Math.min(...lines.filter(l => l.trim() !== "")
		.map(l => /^\s*/.exec(l)[0].length));

	return Number.isFinite(blanks) ?
		lines.map(l => l.slice(blanks)).join("\n") : text;
}

function showContent(item) {
	const text = undent(item.content), lines = text.split("\n");
	const scrolls = lines.length > 18 || lines.some(l => l.length > 40);
	const code = h("pre", {tabindex: scrolls ? 0 : null}, highlight(text));
	const given = item.content.startsWith("; data:") ? givenOf([item]) : {};

	const plain = {}, csv = [];

	for (const [name, value] of Object.entries(given))
		if (typeof value?.csv === "string")
			csv.push(h("pre", {tabindex: 0}, value.csv));
		else if (value === null || typeof value !== "object" ||
			!value.table?.flat(2).some(v => v !== null && typeof v === "object"))
			plain[name] = value;
		else
			return code;
	if (Object.keys(given).length === 0)
		return code;
	return [showValues(plain, {}, null), csv,
		h("details", null, h("summary", null, "SMT-LIB"), code)];
}

const showLinks = (label, map) => map.size > 0 && h("p", {class: "links"}, label,
	[...map].slice(0, 12).map(([i, names], k) => [k > 0 ? "; " : " ",
		names.slice(0, 8).join(", ") + (names.length > 8 ? ", …" : "") +
			(label === "Uses" ? " of " : " by "), linkTo(i)]),
	map.size > 12 && "; and " + (map.size - 12) + " more");

function showItem(i, core) {
	const item = view.items[i];

	const proves = view.runs[run]?.answer?.status === "proved";

	return h("article", {class: "item" +
		(core.has(i) ? proves ? " proof" : " core" : "") +
		(chosen === i ? " chosen" : ""), id: "item-" + i, tabindex: -1,
	"data-text": (i + " " + (item.name || "") + " " + (item.note || "") + " " +
		item.content).toLowerCase(),
	onclick: e => {
		if (!e.target.closest("button, summary") && !getSelection().toString())
			choose(i, false);
	}},
	h("div", {class: "top"}, h("span", {class: "number"}, i),
		item.name && h("span", {class: "name"}, item.name),
		core.has(i) && (proves ? chip("used by the proof", "proved") :
			chip("in the conflict", "core")),
		item.note && h("span", null, noteOf(item)),
		h("button", {class: "link copy", type: "button",
			"aria-label": "copy item " + i,
			onclick: () => copy(item.content)}, "copy")),
	showContent(item),
	chosen === i && [showLinks("Uses", links.uses[i]),
		showLinks("Used:", links.usedBy[i])]);
}

function filterItems() {
	const words = ($("search")?.value || "").toLowerCase().split(/\s+/)
		.filter(Boolean);
	let count = 0;

	for (const node of document.querySelectorAll("#items .item")) {
		node.hidden = !words.every(w => node.dataset.text.includes(w));
		count += !node.hidden;
	}
	$("found").textContent = words.length > 0 ? plural(count, "match")
		.replace("matchs", "matches") : plural(view.items.length, "item");
}

/* The rest follows after the first paint. */
function showItems() {
	const core = coreOf(view.runs[run]);
	const list = h("div", null), round = ++drawing;
	const old = $("search")?.value || "";
	const add = from => {
		const end = Math.min(from + AT_ONCE, view.items.length);

		if (round !== drawing)
			return;
		for (let i = from; i < end; i++)
			list.append(showItem(i, core));
		if (end < view.items.length)
			setTimeout(add, 0, end);
		if (old !== "" || ($("search")?.value || "") !== "")
			filterItems();
	};

	$("items").replaceChildren(h("div", {class: "bar"},
		h("input", {id: "search", type: "search", value: old, size: 18,
			placeholder: "Search items", "aria-label": "Search items",
			oninput: filterItems}),
		h("span", {id: "found", class: "faint"},
			plural(view.items.length, "item")),
		view.items.length > 0 && button("Download model",
			"all items as SMT-LIB", () => download(fileName("", ".smt2"),
				"text/plain", itemsText()))), list);
	add(0);
}

function choose(i, moves) {
	const old = chosen;

	chosen = i;
	for (const k of [old, i])
		if (k !== null && $("item-" + k))
			$("item-" + k).replaceWith(showItem(k, coreOf(view.runs[run])));
	showGraph();
	if (!moves)
		return;
	if (!wide.matches)
		openTab("items");
	$("item-" + i)?.scrollIntoView({block: "nearest"});
	$("item-" + i)?.focus({preventScroll: true});
}

/* --- dependencies --------------------------------------------------------- */

function showGraph() {
	const core = coreOf(view.runs[run]);
	const count = view.items.length;

	if (tab !== "graph")
		return;
	if (count === 0) {
		$("graph").replaceChildren(h("p", {class: "faint"}, "No items."));
		return;
	}
	if (count > WHOLE && chosen === null)
		chosen = [...core.keys()][0] ?? links.uses.map((m, i) =>
			[m.size + links.usedBy[i].size, i]).sort((a, b) => b[0] - a[0])[0][1];
	const proves = view.runs[run]?.answer?.status === "proved";

	$("graph").replaceChildren(
		h("div", {class: "bar"}, h("label", null, "Item ",
			h("select", {onchange: e => choose(e.target.value === "" ? null :
				Number(e.target.value), false)},
			count <= WHOLE && h("option", {value: ""}, "all"),
			view.items.map((_, i) => h("option", {value: i,
				selected: i === chosen}, nameOf(i).slice(0, 50)))))),
		h("p", {class: "faint"}, count > WHOLE ?
			"The items around this one; to the left is what it uses." :
			"An item stands to the right of what it uses."),
		drawGraph(view.items, links, chosen, proves ? new Map() : core, i => {
			choose(i === chosen && count <= WHOLE ? null : i, false);
			document.querySelector("#graph .node.chosen")?.focus();
		}),
		chosen === null ? "" : h("div", null,
			h("h2", null, nameOf(chosen)),
			h("p", null, noteOf(view.items[chosen])),
			(view.items[chosen].declares || []).length > 0 &&
				h("p", {class: "links"}, "Declares " +
					view.items[chosen].declares.slice(0, 40).join(", ")),
			showLinks("Uses", links.uses[chosen]),
			showLinks("Used:", links.usedBy[chosen])));
}

/* --- history -------------------------------------------------------------- */

const showDiff = diff => h("pre", {class: "diff", tabindex: 0}, diff.trimEnd().split("\n")
	.map(line => h("span", {class: line[0] === "+" ? "plus" :
		line[0] === "-" ? "minus" : null}, line)));

/* The values of one objective from run to run. */
function showTrend(runs) {
	const rows = runs.filter(r => r.objectives?.length > 0 &&
		!Number.isNaN(numberOf(r.objectives[0].value)));
	const same = rows.filter(r => r.objectives[0].term ===
		rows[rows.length - 1].objectives[0].term);
	const most = Math.max(...same.map(r =>
		Math.abs(numberOf(r.objectives[0].value)))) || 1;

	if (same.length < 2)
		return null;
	return [h("h2", null, same[0].objectives[0].kind + " " +
		same[0].objectives[0].term + ", run by run" +
		(same.length > 30 ? " (the last 30)" : "")),
	h("div", {class: "scroll", tabindex: 0}, h("table", null, same.slice(-30).map(r => {
		const o = r.objectives[0];

		return h("tr", null, h("th", {scope: "row"}, "run " + r.run +
			(kindOf(r) !== "" ? ", what-if" : "")),
		h("td", {class: "number"}, textOf(o.value)),
		h("td", null, s("svg", {viewBox: "0 0 260 12", width: 260,
			"aria-hidden": "true"}, s("rect", {x: 0, y: 2, height: 8, rx: 2,
			width: 260 * Math.abs(numberOf(o.value)) / most,
			class: "dot"}))));
	})))];
}

function showHistory() {
	const {revisions, runs} = view.history;
	const events = [...revisions.map(r => ({at: r.revision, r})),
		...runs.map(r => ({at: r.revision + .5, run: r}))]
		.sort((a, b) => b.at - a.at ||
			(b.run?.run || 0) - (a.run?.run || 0));

	$("history").replaceChildren(...[showTrend(runs), events.map(({r, run: one}) =>
		one ? h("div", {class: "event run"},
			h("p", null, "Run " + one.run + " ", chip(one.status), " ",
				kindOf(one) !== "" && `a ${kindOf(one)} `,
				h("span", {class: "faint"}, timeOf(one.at) + ", " +
					Number(one.solve_time).toPrecision(2) + " s")),
			askedOf(one.options),
			(one.objectives || []).map(o => h("p", null,
				`${o.kind} ${o.term} = ${textOf(o.value)}` +
					(o.optimal ? " (optimal)" : "")))) :
			h("div", {class: "event"},
				h("p", null, h("strong", null, "Revision " + r.revision), " ",
					h("span", {class: "faint"}, timeOf(r.at) + ", " + r.tool)),
				h("p", null, r.edits.join("; ")),
				r.diff && h("details", {open: r.diff.length < 600},
					h("summary", null, "Changes"), showDiff(r.diff)))),
	view.history.revisions[0]?.revision > 1 && h("p", {class: "faint"},
		"Earlier revisions are in the session's history."),
	events.length === 0 && h("p", {class: "faint"}, "No history yet.")]
		.flat(3).filter(Boolean));
}

/* --- the whole ------------------------------------------------------------ */

/* What is known of the model at its revision; what-ifs and proofs say nothing
 * of it. */
function modelChip() {
	const one = view.runs.find(r => kindOf(r) === "");

	if (one?.revision === view.revision) {
		const [words, tone] = outcomeOf(one);

		return h("span", {class: "chip " + tone}, words);
	}
	return view.status ? chip(view.status) : chip(one === undefined ?
		"not solved yet" : "changed since it was solved", "");
}

function showHead() {
	document.title = view.session + " – Satchel";
	$("head").replaceChildren(...[
		h("div", {class: "about"}, h("h1", null, view.session),
			h("div", {class: "faint"}, view.description &&
				[h("span", null, view.description), " · "], ["revision " + view.revision + (view.latest !== view.revision ?
					" of " + view.latest : ""),
				plural(view.items.length, "item")].filter(Boolean)
				.join(" · "))),
		modelChip(),
		host && button("Solve", "solve the model", () => host.solve()),
		host && button("Refresh", "read the model again", () => host.load()),
		host && view.status === "unsat" && button("Explain in the chat",
			"asks the chat about the conflict", () => host.ask()),
		button("◐", "light or dark (t)", toggleTheme),
		button("?", "keys (?)", showKeys)].filter(Boolean));
}

function openTab(name) {
	tab = name;
	if (wide.matches && tab === "items")
		tab = "result";
	$("tabs").replaceChildren(...TABS.map(([id, text]) => h("button", {
		type: "button", role: "tab", id: "tab-" + id, "aria-controls": id,
		"aria-selected": String(id === tab), tabindex: id === tab ? 0 : -1,
		onclick: () => openTab(id)}, text)));
	for (const [id] of TABS)
		$(id).hidden = id !== tab;
	if (view !== null)
		showGraph();
}

function draw() {
	showHead();
	showResult();
	showItems();
	showHistory();
	openTab(tab);
}

/* The database numbers the runs of all sessions together; the page counts those
 * of its own. */
function numberRuns(data) {
	const runs = [...data.runs, ...data.history.runs];
	const ids = [...new Set(runs.map(r => r.run))].sort((a, b) => a - b);

	for (const r of runs)
		r.run = ids.indexOf(r.run) + 1;
}

/* Shows other data; the same place in them, if it is the same session. */
function show(data) {
	if (view === null || view.session !== data.session)
		chosen = null;
	view = data;
	numberRuns(data);
	run = Math.max(0, data.runs.findIndex(r => kindOf(r) === ""));
	solution = 0;
	set = -1;
	links = linksOf(view.items);
	if (chosen !== null && chosen >= view.items.length)
		chosen = null;
	draw();
}

/* --- light and dark, keys ------------------------------------------------- */

function setTheme(name) {
	document.documentElement.dataset.theme = name;
}

function toggleTheme() {
	setTheme(document.documentElement.dataset.theme === "dark" ?
		"light" : "dark");
}

function moveItem(by) {
	const list = [...document.querySelectorAll("#items .item:not([hidden])")];
	const at = list.findIndex(n => n.id === "item-" + chosen);
	const next = list[Math.max(0, Math.min(list.length - 1, at + by))];

	if (next)
		choose(Number(next.id.slice(5)), true);
}

const LEGEND = [["1 2 3 4", "result, items, dependencies, history"],
	["← →", "previous and next solution"], ["j k", "next and previous item"],
	["/", "search items"], ["t", "light or dark"], ["?", "this list"],
	["Esc", "close"]];

function showKeys() {
	const dialog = h("dialog", {"aria-label": "Keys"},
		h("h2", null, "Keys"),
		h("table", null, LEGEND.map(([keys, does]) => h("tr", null,
			h("th", {scope: "row"}, h("kbd", null, keys)),
			h("td", null, does)))),
		h("form", {method: "dialog"}, h("button", null, "Close")));

	if (document.querySelector("dialog"))
		return;
	dialog.addEventListener("close", () => dialog.remove());
	document.body.append(dialog);
	dialog.showModal();
}

const KEYS = {
	"?": showKeys,
	"1": () => openTab("result"), "2": () => openTab("items"),
	"3": () => openTab("graph"), "4": () => openTab("history"),
	ArrowLeft: () => step(-1), ArrowRight: () => step(1),
	j: () => moveItem(1), k: () => moveItem(-1),
	t: toggleTheme,
	"/": () => {
		openTab("items");
		$("search").focus();
	},
};

document.addEventListener("keydown", e => {
	const inTabs = e.target.closest?.("#tabs");

	if (e.ctrlKey || e.metaKey || e.altKey || view === null ||
		document.querySelector("dialog"))
		return;
	if (e.key === "Escape" && e.target.id === "search") {
		e.target.value = "";
		filterItems();
		e.target.blur();
	}
	if (inTabs && (e.key === "ArrowLeft" || e.key === "ArrowRight")) {
		const ids = TABS.map(t => t[0]).filter(
			id => id !== "items" || !wide.matches);
		const at = ids.indexOf(tab) + (e.key === "ArrowRight" ? 1 : -1);

		openTab(ids[(at + ids.length) % ids.length]);
		$("tab-" + tab).focus();
		return;
	}
	if (e.target.closest?.("input, select, textarea") || !(e.key in KEYS))
		return;
	e.preventDefault();
	KEYS[e.key]();
});
wide.addEventListener("change", () => openTab(tab));

/* Charts are as wide as the page allows, so that their labels stay legible. */
let drawnWidth = innerWidth;
addEventListener("resize", () => {
	if (view === null || innerWidth === drawnWidth)
		return;
	drawnWidth = innerWidth;
	showResult();
	showGraph();
});
