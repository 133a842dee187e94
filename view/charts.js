/*
 * A plan as bars over time, and an optimisation as a best value and a bound
 * that come together.
 */

/* --- where start and duration are ----------------------------------------- */

const ROLES = {
	start: ["start", "starts", "begin", "begins", "st"],
	length: ["dur", "duration", "durations", "length", "len", "takes", "hours",
		"minutes", "days", "processing"],
	end: ["end", "ends", "finish", "finishes", "stop", "done"],
	lane: ["machine", "machines", "room", "lane", "worker", "resource", "on",
		"runway", "team", "person"],
};

/* {role, base}: "start_paint" is the start of paint; null if it says none. */
function roleOf(name) {
	const words = name.replace(/[|]/g, "").replace(/([a-z])([A-Z])/g, "$1_$2")
		.toLowerCase().split("_");

	for (const [role, known] of Object.entries(ROLES)) {
		const at = words.findIndex(w => known.includes(w));

		if (at >= 0 && words.length <= 3)
			return {role, base: words.filter((w, i) => i !== at &&
				w !== "of" && w !== "job" && w !== "task").join("_")};
	}
	return null;
}

const pairsOf = ({pairs, symmetric}) => ({entries: pairs.flatMap(
	one => symmetric ? [one, [one].flat().reverse()] : [one])
	.map(args => ({args: [args].flat(), value: true}))});

/* What the items define outright: numbers, and tables of data. */
function givenOf(items) {
	const given = {};

	for (const item of items) {
		const data = /^; data: (.*)$/m.exec(item.content);
		const numbers = item.content.matchAll(
			/\(define-(?:fun\s+(\S+)\s+\(\s*\)|const\s+(\S+))\s+(?:Int|Real)\s+(\d+(?:\.\d+)?)\s*\)/g);

		for (const m of numbers)
			given[m[1] || m[2]] = Number(m[3]);
		if (data === null || item.content[0] !== ";")
			continue;
		try {
			for (const [key, value] of Object.entries(JSON.parse(data[1])))
				given[key] = Array.isArray(value) ?
					{from: [1, 1], table: value} :
					Array.isArray(value?.pairs) ? pairsOf(value) : value;
		} catch (e) {
			/* a comment that looks like data */
		}
	}
	return given;
}

function lookUp(known, name) {
	const number = numberOf(name);

	return Number.isNaN(number) ? known[name] : number;
}

/* A table of words that says what each place of a row is called. */
const namesOf = known => Object.entries(known).filter(([name, value]) =>
	/^(task|job|step|name|label)s?$/.test(name) && isTable(value) &&
	entriesOf(value).every(e => typeof e.value === "string"))
	.map(([, value]) => tableOf(value).cells)[0] || new Map();

/* Bars of one start: a number, or a table with a length for each place. */
function barsOf(name, start, length, end, lane, into, names) {
	const at = (value, key) => value === undefined ? undefined :
		isTable(value) ? tableOf(value).cells.get(key) : value;

	if (!isTable(start)) {
		const from = numberOf(start);
		const size = end !== undefined ? numberOf(end) - from :
			numberOf(length);

		if (!isTable(length) && !isTable(end))
			into.push({name, from, size, lane: lane === undefined ||
				isTable(lane) ? name : textOf(lane)});
		return;
	}
	for (const e of entriesOf(start)) {
		const key = keyOf(e.args), from = numberOf(e.value);
		const to = at(end, key), own = at(lane, key);
		const size = to !== undefined ? numberOf(to) - from :
			numberOf(at(length, key));
		const label = names.has(key) ? [names.get(key)] : e.args.map(textOf);

		if (Number.isFinite(size))
			into.push({from, size,
				name: isTable(lane) ? label.join(", ") :
					label[label.length - 1],
				lane: own !== undefined ? textOf(own) : label[0]});
	}
}

/*
 * Declared in a note: "gantt: START LENGTH [LANE], ...", where START is a name,
 * LENGTH a name or a number, LANE a name with a value or any word.
 */
function declaredBars(items, known) {
	const bars = [];

	for (const item of items) {
		const told = /\bgantt:\s*([^.;]*)/i.exec(item.note || "");

		for (const part of told ? told[1].split(",") : []) {
			const [start, length, lane] = part.trim().split(/\s+/);

			if (length !== undefined && known[start] !== undefined)
				barsOf(start, known[start], lookUp(known, length),
					undefined, lane === undefined ? undefined :
						known[lane] ?? lane, bars, namesOf(known));
		}
	}
	return bars;
}

function recognisedBars(known) {
	const groups = new Map();
	const bars = [];

	for (const [name, value] of Object.entries(known)) {
		const role = roleOf(name);

		if (role === null)
			continue;
		if (!groups.has(role.base))
			groups.set(role.base, {});
		groups.get(role.base)[role.role] ??= value;
	}
	const shared = groups.get("") || {};

	for (const [base, g] of groups) {
		const length = g.length ?? (isTable(shared.length) ===
			isTable(g.start) ? shared.length : undefined);

		if (g.start !== undefined &&
			(length !== undefined || g.end !== undefined))
			barsOf(base || "start", g.start, length,
				length === undefined ? g.end : undefined,
				g.lane ?? (isTable(shared.lane) ? shared.lane :
					undefined), bars, namesOf(known));
	}
	return bars;
}

function findBars(items, values) {
	const known = {...givenOf(items), ...values};
	const told = declaredBars(items, known);
	const bars = (told.length > 0 ? told : recognisedBars(known)).filter(
		b => Number.isFinite(b.from) && Number.isFinite(b.size) &&
			b.size >= 0);

	return bars.length >= 2 && bars.some(b => b.size > 0) ? bars : [];
}

/* --- the plan ------------------------------------------------------------- */

/* About `count` round steps from low to high. */
function ticks(low, high, count) {
	const raw = (high - low) / count || 1;
	const power = 10 ** Math.floor(Math.log10(raw));
	const step = [1, 2, 5, 10].map(f => f * power).find(f => f >= raw);
	const list = [];

	for (let t = Math.ceil(low / step) * step; t <= high + step / 1e6; t += step)
		list.push(Number(t.toFixed(10)));
	return list;
}

/* Bars of a lane that overlap get lines of their own. */
function packLanes(bars) {
	const lanes = [];

	const first = name => Math.min(...bars.filter(b => b.lane === name)
		.map(b => b.from));
	const names = [...new Set(bars.map(b => b.lane))];
	const alone = names.length === bars.length; /* a task each */

	names.sort((a, b) => numberOf(a) - numberOf(b) ||
		(alone && first(a) - first(b)) || (a < b ? -1 : a > b ? 1 : 0));
	for (const name of names) {
		const ends = [];

		for (const bar of bars.filter(b => b.lane === name)
			.sort((a, b) => a.from - b.from)) {
			let line = ends.findIndex(e => e <= bar.from);

			if (line < 0)
				line = ends.push(0) - 1;
			ends[line] = bar.from + bar.size;
			bar.line = line;
		}
		lanes.push({name, lines: ends.length});
	}
	return lanes;
}

/* Drawn without scaling, so that labels have the size that they say. */
const chartWidth = most =>
	Math.max(280, Math.min(most,
		($("result").clientWidth || $("panes").clientWidth || most) - 4));

function gantt(bars) {
	const lanes = packLanes(bars);
	const low = Math.min(0, ...bars.map(b => b.from));
	const high = Math.max(...bars.map(b => b.from + b.size));
	const width = chartWidth(760), line = 24;
	const left = Math.min(170, width * .3,
		20 + 7 * Math.max(...lanes.map(l => l.name.length)));
	const x = t => left + (width - left - 14) * (t - low) / (high - low || 1);
	const names = [...new Set(bars.map(b => b.name.replace(/\d+$/, "")))];
	const all = [];
	let y = 6;

	for (const lane of lanes) {
		const tall = lane.lines * line + 6;

		all.push(s("text", {x: left - 8, y: y + tall / 2 + 4,
			"text-anchor": "end"}, lane.name.length * 7 > left - 8 ?
			lane.name.slice(0, Math.floor(left / 7) - 2) + "…" : lane.name,
		s("title", null, lane.name)),
		s("line", {x1: 0, x2: width, y1: y + tall, y2: y + tall,
			class: "rule"}));
		for (const bar of bars.filter(b => b.lane === lane.name)) {
			const size = Math.max(2, x(bar.from + bar.size) - x(bar.from));
			const hue = names.length > 1 && names.length <= 10 ?
				names.indexOf(bar.name.replace(/\d+$/, "")) :
				bars.indexOf(bar) % 10;

			all.push(s("g", null,
				s("title", null, `${bar.name} on ${bar.lane}: ${bar.from} to ` +
					Number((bar.from + bar.size).toFixed(9))),
				s("rect", {x: x(bar.from), y: y + 4 + bar.line * line,
					width: size, height: line - 4, rx: 4,
					style: `fill:var(--c${hue});stroke:var(--faint);` +
						"stroke-width:.6"}),
				size > 8 * bar.name.length && s("text", {
					x: x(bar.from) + size / 2,
					y: y + line / 2 + 6 + bar.line * line,
					"text-anchor": "middle"}, bar.name)));
		}
		y += tall;
	}
	return h("div", null, h("h2", null, "Plan"), h("div", {class: "scroll", tabindex: 0},
		s("svg", {viewBox: `0 0 ${width} ${y + 24}`, width, role: "img",
			"aria-label": "A chart of " + plural(bars.length, "step") +
				" from " + low + " to " + high},
		ticks(low, high, Math.max(3, Math.floor(width / 63))).map(t => [
			s("line", {x1: x(t), x2: x(t), y1: 4, y2: y, class: "rule"}),
			s("text", {x: x(t), y: y + 16, "text-anchor": "middle",
				class: "faint"}, t)]), all)));
}

/* --- objectives ----------------------------------------------------------- */

const WHY_NOT = {unbounded: "unbounded", not_attained: "never attained",
	not_proved: "not proved to be the best", pareto: "one of several trade-offs",
	timeout: "time ran out"};

function objectiveRow(o, open) {
	const value = numberOf(o.value), bound = numberOf(o.bound);
	const top = Math.max(Math.abs(value), Math.abs(bound) || 0) || 1;
	const share = v => 100 * Math.max(0, v) / top;
	const low = Math.min(value, bound), high = Math.max(value, bound);

	return h("tr", null,
		h("th", {scope: "row", class: "term"}, o.kind + " " + o.term),
		h("td", {class: "number", title: titleOf(o.value)}, textOf(o.value)),
		h("td", null, o.optimal ?
			h("span", {class: "chip optimal"}, "optimal") :
			h("span", {class: "chip unknown"},
				WHY_NOT[o.why_not] || "not proved")),
		open && h("td", null, o.optimal || o.bound === undefined ? "" :
			"bound " + textOf(o.bound) +
			(o.gap_percent !== undefined ? ", gap " + o.gap_percent + " %" : "")),
		h("td", {class: "gauge"}, Number.isNaN(value) ? "" :
			s("svg", {viewBox: "0 0 120 14", width: 120, "aria-hidden": "true"},
				s("rect", {x: 0, y: 3, width: share(
					Number.isNaN(bound) ? value : low) * 1.2, height: 8,
				rx: 2, class: "dot"}),
				!Number.isNaN(bound) && s("rect", {x: share(low) * 1.2, y: 3,
					width: (share(high) - share(low)) * 1.2, height: 8,
					style: "fill:var(--unsure)"}))));
}

/* The first objective over time: [[ms, best, bound], ...] as steps, which go on
 * to the end of the search, in ms. */
function course(points, end) {
	const list = points.map(p => ({ms: p[0], best: numberOf(p[1]),
		bound: numberOf(p[2])})).filter(p => !Number.isNaN(p.best));
	const all = list.flatMap(p => [p.best, p.bound]).filter(
		v => !Number.isNaN(v));
	const low = Math.min(...all), high = Math.max(...all);
	const width = chartWidth(574) - 14, tall = 170, under = 26;
	const left = 16 + 8 * Math.max(6, ...ticks(low, high, 4).map(
		v => String(v).length));

	if (list.length < 2 || !(high > low) ||
		list[0].ms === list[list.length - 1].ms)
		return null;
	const last = Math.max(list[list.length - 1].ms, end), first = list[0].ms;
	const x = ms => left + (width - left - 12) * (ms - first) / (last - first || 1);
	const y = v => 10 + (tall - under - 10) * (high - v) / (high - low);
	const path = key => {
		let d = "", at = null;

		for (const p of list.filter(q => !Number.isNaN(q[key]))) {
			d += at === null ? `M${x(p.ms)} ${y(p[key])}` :
				`H${x(p.ms)}V${y(p[key])}`;
			at = p;
		}
		return d + (d && `H${x(last)}`);
	};

	return h("figure", {style: "margin:18px 0"},
		s("svg", {viewBox: `0 0 ${width + 14} ${tall}`,
			width: width + 14, role: "img",
			"aria-label": `The best value went from ${textOf(points[0][1])} ` +
				`to ${textOf(points[points.length - 1][1])}`},
		ticks(low, high, 4).map(v => [
			s("line", {x1: left, x2: width - 12, y1: y(v), y2: y(v),
				class: "rule"}),
			s("text", {x: left - 6, y: y(v) + 4, "text-anchor": "end",
				class: "faint"}, v)]),
		ticks(first, last, width > 400 ? 5 : 3).map(t => s("text", {x: x(t), y: tall - 6,
			"text-anchor": "middle", class: "faint"},
		last < 5000 ? t + " ms" : t / 1000 + " s")),
		s("path", {d: path("bound"), class: "bound"}),
		s("path", {d: path("best"), class: "best"}),
		list.map(p => s("circle", {cx: x(p.ms), cy: y(p.best), r: 2.5,
			class: "dot"}))),
		h("figcaption", {class: "faint"},
			"Best value (solid) and proved bound (dashed), " +
			"by the time since the call"));
}

function showObjectives(list) {
	return [h("h2", null, list.length === 1 ? "Objective" : "Objectives"),
		h("div", {class: "scroll", tabindex: 0},
			h("table", null, list.map(o => objectiveRow(o, list.some(
				other => !other.optimal && other.bound !== undefined)))))];
}
