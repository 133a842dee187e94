/*
 * Values as what they are. A value is a number, a text or a truth, or what a
 * function or an array says: {entries: [{args, value}], else}, or {from,
 * table, else} where it counts on whole numbers from some number on.
 *
 * Whatever a model says becomes a text node: no markup is ever read from it.
 */

const SVG = "http://www.w3.org/2000/svg";

function fill(node, attributes, children) {
	for (const [key, value] of Object.entries(attributes || {})) {
		if (key.startsWith("on"))
			node.addEventListener(key.slice(2), value);
		else if (value === true)
			node.setAttribute(key, "");
		else if (value !== false && value !== null && value !== undefined)
			node.setAttribute(key, value);
	}
	for (const child of children.flat(3))
		if (child !== null && child !== undefined && child !== false)
			node.append(child);
	return node;
}
const h = (tag, attributes, ...children) =>
	fill(document.createElement(tag), attributes, children);
const s = (tag, attributes, ...children) =>
	fill(document.createElementNS(SVG, tag), attributes, children);

const plural = (n, word) => n + " " + word + (n === 1 ? "" : "s");

/* --- one value ------------------------------------------------------------ */

const isTable = v => v !== null && typeof v === "object" &&
	(Array.isArray(v.entries) || Array.isArray(v.table));

function textOf(value) {
	if (value === undefined)
		return "";
	if (value === null)
		return "?";
	if (isTable(value))
		return "(table)";
	if (typeof value === "object") {
		if ("approx" in value)
			return "≈ " + value.approx;
		return "value" in value ? textOf(value.value) : JSON.stringify(value);
	}
	/* What cannot be seen, or turns what stands after it, as SMT-LIB has it. */
	return String(value).replace(/[\u0000-\u001f\u202a-\u202e\u2066-\u2069]/g,
		c => "\\u{" + c.charCodeAt(0).toString(16) + "}");
}

/* The exact value where the text says less. */
const titleOf = value => value === null ? "not determined" :
	typeof value === "object" && !isTable(value) && value.exact ?
	String(value.exact) : null;

/* "5", "-5/2", "1.5" as a number; NaN for all else. */
function numberOf(value) {
	const text = textOf(value).replace(/^≈ /, "");
	const parts = text.split("/");

	if (typeof value === "boolean" ||
		!/^-?\d+(\.\d+)?(\/\d+)?$/.test(text))
		return NaN;
	return parts.length === 2 ? parts[0] / parts[1] : Number(text);
}

/* --- tables --------------------------------------------------------------- */

function rowsOf(from, list, at, rows) {
	list.forEach((value, i) => {
		const args = [...at, from[at.length] + i];

		if (Array.isArray(value))
			rowsOf(from, value, args, rows);
		else
			rows.push({args, value});
	});
}

/* [{args, value}] with arrays within arrays taken as more arguments. */
function entriesOf(value) {
	const rows = [];

	if (Array.isArray(value.table))
		rowsOf(value.from || [1, 1], value.table, [], rows);
	for (const one of value.entries || []) {
		if (isTable(one.value) && entriesOf(one.value).length > 0)
			for (const inner of entriesOf(one.value))
				rows.push({args: [...one.args, ...inner.args],
					value: inner.value});
		else
			rows.push({args: one.args, value: one.value});
	}
	return rows;
}

const keyOf = args => JSON.stringify(args);

function tableOf(value) {
	const entries = entriesOf(value);
	const dims = entries.length > 0 ? entries[0].args.length : 0;
	const cells = new Map(entries.map(e => [keyOf(e.args), e.value]));
	const axes = [];

	for (let d = 0; d < dims; d++) {
		const seen = new Map(entries.map(
			e => [keyOf(e.args[d] ?? null), e.args[d]]));
		const labels = [...seen.values()];

		if (labels.every(l => !Number.isNaN(numberOf(l))))
			labels.sort((a, b) => numberOf(a) - numberOf(b));
		axes.push(labels);
	}
	return {dims, axes, cells, entries, "else": value.else};
}

/*
 * How the cells of a table are painted: truths as filled and empty cells, a
 * few words or small numbers by colour, numbers by how large they are.
 */
function painter(values) {
	const known = [...new Set(values.map(textOf))].sort((a, b) =>
		numberOf(a) - numberOf(b) || (a < b ? -1 : a > b ? 1 : 0));
	const numbers = known.map(numberOf);
	const low = Math.min(...numbers), high = Math.max(...numbers);

	return value => {
		const text = textOf(value);

		if (value === true || value === false)
			return {class: value ? "yes" : "no"};
		if (Number.isNaN(low) ? known.length <= 10 :
			known.length <= 6 && values.length >= 6)
			return {style: `background:var(--c${known.indexOf(text)})`};
		if (!Number.isNaN(low) && high > low && values.length >= 6)
			return {style: "background:rgba(var(--heat)," +
				(0.04 + 0.34 * (numberOf(text) - low) /
					(high - low)).toFixed(3) + ")"};
		return {};
	};
}

function cell(value, paint, changed, extra) {
	const look = paint(value);
	const text = value === true ? "✓" : value === false ? "·" : textOf(value);

	return h("td", {...look, title: titleOf(value),
		"aria-label": typeof value === "boolean" ? String(value) : null,
		class: [look.class, changed && "changed", extra]
			.filter(Boolean).join(" ") || null}, text);
}

/* How often a sudoku of this size has a thick line; 0 for none. */
function boxOf(table) {
	const n = table.axes[0].length, root = Math.round(Math.sqrt(n));

	return table.axes[1].length === n && root * root === n && n >= 9 &&
		[...table.cells.values()].every(v => Number.isInteger(numberOf(v)) &&
			numberOf(v) >= 0 && numberOf(v) <= n) ? root : 0;
}

const WIDE = 16, SLICES = 24, ROWS = 500;

/* A line of arguments above a line of values, cut where it is too long. */
function lineGrid(table, before) {
	const paint = painter([...table.cells.values()]);
	const parts = [];

	for (let i = 0; i < table.axes[0].length; i += WIDE) {
		const labels = table.axes[0].slice(i, i + WIDE);

		parts.push(h("table", {class: "grid"},
			h("tr", null, labels.map(l =>
				h("th", {scope: "col"}, textOf(l)))),
			h("tr", null, labels.map(l => {
				const key = keyOf([l]), value = table.cells.get(key);

				return cell(value, paint,
					before && textOf(before.cells.get(key)) !==
						textOf(value));
			}))));
	}
	return h("div", {class: "scroll pairs", tabindex: 0}, parts);
}

function squareGrid(table, before, prefix) {
	const [rows, columns] = table.axes.slice(-2);
	const paint = painter([...table.cells.values()]);
	const box = prefix.length === 0 ? boxOf(table) : 0;

	return h("div", {class: "scroll", tabindex: 0}, h("table", {class: "grid"},
		h("tr", null, h("td", null), columns.map(c =>
			h("th", {scope: "col"}, textOf(c)))),
		rows.map((r, y) => h("tr",
			{class: box && y % box === 0 && y > 0 ? "thick" : null},
			h("th", {scope: "row"}, textOf(r)),
			columns.map((c, x) => {
				const key = keyOf([...prefix, r, c]);
				const value = table.cells.get(key);

				return cell(value, paint, before &&
					textOf(before.cells.get(key)) !== textOf(value),
					box && x % box === 0 && x > 0 ? "thick" : null);
			})))));
}

function rowGrid(table, name) {
	const shown = table.entries.slice(0, ROWS);

	return [h("div", {class: "scroll", tabindex: 0}, h("table", null,
		shown.map(e => h("tr", null,
			e.args.map(a => h("th", null, textOf(a))),
			h("td", {title: titleOf(e.value)}, textOf(e.value)))))),
	table.entries.length > shown.length &&
		h("p", {class: "faint"}, "The first " + shown.length + " of " +
			plural(table.entries.length, "value") + " of " + name + ".")];
}

/* Whether the note or name of an item that has this name says "board". */
const isBoard = name => view !== null && view.items.some(item =>
	/(^|[^a-z])(chess)?board([^a-z]|$)/i.test(
		`${item.name || ""} ${item.note || ""}`) &&
	[...(item.declares || []), ...(item.uses || [])].some(n =>
		n === name || memberOf(n)?.name === name));

/* Positions on a board: a row for each argument, a mark where its value is. */
function board(table) {
	const at = table.entries.map(e => numberOf(e.value));
	const low = Math.min(...at), high = Math.max(...at);
	const distinct = new Set(at).size === at.length;
	const columns = [];

	if (table.dims !== 1 || at.length < 4 || at.length > 40 || !distinct ||
		!at.every(Number.isInteger) || high - low >= 2 * at.length)
		return null;
	for (let c = low; c <= high; c++)
		columns.push(c);
	return h("table", {class: "grid board"},
		h("tr", null, h("td", null), columns.map(c => h("th", null, c))),
		table.axes[0].map((a, i) => h("tr", null, h("th", null, textOf(a)),
			columns.map(c => c === numberOf(table.cells.get(keyOf([a]))) ?
				h("td", {class: "yes", "aria-label": "here"}, "●") :
				h("td", {class: "no"}, "")))));
}

function showTable(name, value, sort, before, opens) {
	const table = tableOf(value);
	const old = before !== undefined && isTable(before) ? tableOf(before) : null;
	const squares = isBoard(name) ? board(table) : null;
	const otherwise = table.else !== undefined && !isTable(table.else) ?
		textOf(table.else) : "";
	let body;

	if (table.dims === 0)
		body = h("p", null, otherwise !== "" ? "always " + otherwise :
			"no values");
	else if (table.dims === 1)
		body = lineGrid(table, old);
	else if (table.dims === 2 && table.axes[0].length <= 200 &&
		table.axes[1].length <= 200)
		body = squareGrid(table, old, []);
	else if (table.dims === 3 && table.axes[0].length <= SLICES)
		body = h("div", {class: "pairs"}, table.axes[0].map(first =>
			h("figure", {style: "margin:0"},
				h("figcaption", {class: "faint"},
					name + "(" + textOf(first) + ", …)"),
				squareGrid(table, old, [first]))));
	else
		body = rowGrid(table, name);
	return h("div", null,
		h("h2", null, name, sort && h("span", {class: "sort"}, sort)), body,
		squares && h("details", {open: opens === "board"},
			h("summary", null, "On a board"), h("div", {class: "scroll", tabindex: 0}, squares)));
}

/* --- constants that belong together --------------------------------------- */

/* "q3" and "x_1_2" are members 3 and (1, 2) of q and x. */
function memberOf(name) {
	const m = /^\|?(.*?[^\d_])_?(\d+)(?:_(\d+))?\|?$/.exec(name);

	return m === null ? null : {base: m[1] + (m[3] ? ",2" : ""), name: m[1],
		args: [Number(m[2]), ...(m[3] ? [Number(m[3])] : [])]};
}

/* p11, p12, p21, p22 fill a square: two digits are then two arguments. */
function spread(family) {
	const digits = family.map(f => /^[1-9][0-9]$/.test(f.member.args.join()) ?
		[...String(f.member.args[0])].map(Number) : null);
	const rows = new Set(digits.map(d => d?.[0]));
	const columns = new Set(digits.map(d => d?.[1]));

	if (!digits.includes(null) && rows.size > 1 && columns.size > 1 &&
		rows.size * columns.size === family.length)
		family.forEach((f, i) => {
			f.member.args = digits[i];
		});
}

/* The values with such families as tables in their place: name -> value. */
function gather(values, sorts) {
	const families = new Map(), left = new Map();

	for (const [name, value] of Object.entries(values)) {
		const member = isTable(value) ? null : memberOf(name);
		const key = member && member.base + " " + (sorts[name] || "");

		if (member === null) {
			left.set(name, {name, value, sort: sorts[name]});
			continue;
		}
		if (!families.has(key))
			families.set(key, []);
		families.get(key).push({member, name, value});
	}
	for (const family of families.values()) {
		const first = family[0];

		if (family.length < 3) {
			for (const f of family)
				left.set(f.name, {name: f.name, value: f.value,
					sort: sorts[f.name]});
			continue;
		}
		spread(family);
		left.set("family " + first.name, {name: first.member.name,
			sort: sorts[first.name], isFamily: true,
			value: {entries: family.map(f =>
				({args: f.member.args, value: f.value}))}});
	}
	return left;
}

/* All values of a solution; what differs from the one before is marked. */
function showValues(values, sorts, before) {
	const all = [...gather(values, sorts).values()];
	const old = before ? gather(before, sorts) : null;
	const oldOf = v => old ? old.get(v.name)?.value ??
		[...old.values()].find(o => o.name === v.name)?.value : undefined;
	const tables = all.filter(v => isTable(v.value));
	const truths = all.filter(v => typeof v.value === "boolean");
	const others = all.filter(v => !isTable(v.value) &&
		typeof v.value !== "boolean" && v.name[0] !== "(");
	const terms = all.filter(v => !isTable(v.value) && v.name[0] === "(" &&
		typeof v.value !== "boolean");
	const changed = v => old !== null && textOf(oldOf(v)) !== textOf(v.value);

	return [
		tables.map(v => showTable(v.name, v.value, v.sort, oldOf(v),
			tables.length === 1 && all.length <= 4 ? "board" : "closed")),
		truths.length > 0 && [h("h2", null, "True and false",
			h("span", {class: "sort"}, truths.filter(v => v.value).length +
				" of " + truths.length + " true")),
		h("ul", {class: "lamps"}, truths.map(v => h("li", {
			class: (v.value ? "yes" : "no") + (changed(v) ? " changed" : ""),
			"aria-label": v.name + " is " + v.value},
		(v.value ? "✓ " : "") + v.name)))],
		others.length > 0 && [
			(tables.length > 0 || truths.length > 0) &&
				h("h2", null, "Constants"),
			columns(others, changed)],
		terms.length > 0 && [h("h2", null, "Terms asked for"),
			columns(terms, changed)],
	];
}

function columns(list, changed) {
	const size = Math.max(12, Math.ceil(list.length / 4));
	const parts = [];

	for (let i = 0; i < list.length; i += size)
		parts.push(h("table", null, list.slice(i, i + size).map(v =>
			h("tr", null, h("th", {scope: "row", title: v.sort,
				style: `min-width:${Math.min(v.name.length + 3, 16)}ch`},
			v.name),
				h("td", {class: (Number.isNaN(numberOf(v.value)) ? "" :
					"number") + (changed(v) ? " changed" : ""),
				title: titleOf(v.value)}, textOf(v.value))))));
	return h("div", {class: "pairs columns"}, parts);
}
