/*
 * Which item uses which names of which others: columns from left to right, an
 * item stands to the right of all that it uses.
 */

const WHOLE = 60; /* items that are drawn at once */
const NEAR = 30;  /* neighbours of one item that are */

/* {uses, usedBy}: for each item a map of another's number to shared names. */
function linksOf(items) {
	const declarers = new Map();
	const uses = items.map(() => new Map()), usedBy = items.map(() => new Map());

	items.forEach((item, i) => (item.declares || []).forEach(name => {
		if (!declarers.has(name))
			declarers.set(name, []);
		declarers.get(name).push(i);
	}));
	const add = (map, key, name) => {
		if (!map.has(key))
			map.set(key, []);
		map.get(key).push(name);
	};

	items.forEach((item, i) => (item.uses || []).forEach(name => {
		for (const from of declarers.get(name) || [])
			if (from !== i) {
				add(uses[i], from, name);
				add(usedBy[from], i, name);
			}
	}));
	return {uses, usedBy};
}

/* The numbers to draw: all, or those around one. */
function aroundOf(items, links, chosen) {
	if (items.length <= WHOLE)
		return items.map((_, i) => i);
	return [...new Set([chosen, ...[...links.uses[chosen].keys()].slice(0, NEAR),
		...[...links.usedBy[chosen].keys()].slice(0, NEAR)])]
		.sort((a, b) => a - b);
}

function layOut(shown, links) {
	const level = new Map(), columns = [], row = new Map();

	/* An item uses earlier ones, but for what libz3 lets it do. */
	for (const i of shown) {
		let most = -1;

		for (const from of links.uses[i].keys())
			if (level.has(from))
				most = Math.max(most, level.get(from));
		level.set(i, most + 1);
		(columns[most + 1] ??= []).push(i);
	}
	columns.forEach(column => {
		const middle = i => {
			const rows = [...links.uses[i].keys()].filter(f => row.has(f))
				.map(f => row.get(f));

			return rows.length > 0 ?
				rows.reduce((a, b) => a + b) / rows.length : 1e6;
		};

		column.sort((a, b) => middle(a) - middle(b) || a - b)
			.forEach((i, y) => row.set(i, y));
	});
	return {level, row, columns};
}

function labelOf(item, i) {
	const text = i + " " + (item.name || (item.declares || [])
		.slice(0, 3).join(", ") || item.content.trim().slice(0, 24));

	return text.length > 22 ? text.slice(0, 21) + "…" : text;
}

function drawGraph(items, links, chosen, core, choose) {
	const shown = aroundOf(items, links, chosen ?? 0);
	const {level, row, columns} = layOut(shown, links);
	const wide = 168, gap = 60, tall = 38, box = 28;
	const most = Math.max(...columns.map(c => c.length));
	const width = columns.length * (wide + gap) - gap + 4;
	const height = most * tall + 6;
	const x = i => 2 + level.get(i) * (wide + gap);
	const y = i => 4 + (row.get(i) + (most -
		columns[level.get(i)].length) / 2) * tall;
	const near = i => chosen === null || i === chosen ||
		links.uses[chosen].has(i) || links.usedBy[chosen].has(i);
	const edges = [], nodes = [];

	for (const i of shown)
		for (const [from, names] of links.uses[i]) {
			if (!level.has(from))
				continue;
			const a = x(from) + wide, b = x(i);
			const c = y(from) + box / 2, d = y(i) + box / 2;
			const touches = chosen === i || chosen === from;

			edges.push(s("path", {class: "edge" + (chosen === null ? "" :
				touches ? " near" : " dim"),
			d: `M${a} ${c}C${a + gap / 2} ${c} ${b - gap / 2} ${d} ${b} ${d}`},
			s("title", null, `${labelOf(items[i], i)} uses ` +
				names.join(", "))));
		}
	for (const i of shown)
		nodes.push(s("g", {class: "node" + (core.has(i) ? " core" : "") +
			(chosen === i ? " chosen" : near(i) ? "" : " dim"),
		tabindex: 0, role: "button", transform: `translate(${x(i)} ${y(i)})`,
		"aria-pressed": String(chosen === i), onclick: () => choose(i),
		onkeydown: e => {
			if (e.key === "Enter" || e.key === " ") {
				e.preventDefault();
				choose(i);
			}
		}},
		s("title", null, items[i].note || items[i].content.slice(0, 300)),
		s("rect", {width: wide, height: box, rx: 7}),
		s("text", {x: 9, y: 18}, labelOf(items[i], i))));
	return h("div", {class: "scroll", tabindex: 0}, s("svg", {
		viewBox: `0 0 ${width} ${height}`, width, role: "group",
		"aria-label": "Dependencies of " + plural(shown.length, "item"),
		style: `min-width:${Math.round(width * .85)}px`}, edges, nodes));
}
