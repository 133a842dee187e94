#!/usr/bin/env bash
# Builds what other people's tools judge, in build/packages, and has them judge
# it: lintian and mandoc, the official validator of .mcpb, the schema that
# server.json names (SERVER_SCHEMA=FILE where there is no network for it).
set -eu
B=$(realpath "${B:-build}")
version=$1
out=$B/packages
here=$(dirname "$(realpath "$0")")
arch=$(uname -m)
mkdir -p "$out"

# A thing with its parts: what is in the folder, always in the same order.
fill() { sed "s/@VERSION@/$version/g; s/@ARCH@/$arch/g; s/@SHA256@/${sha-}/g; s/@PUBLISHER@/${PUBLISHER-PUBLISHER}/g" "$1"; }

bundle() {
	rm -rf "$out/mcpb"
	install -D -m 755 -t "$out/mcpb/server" "$B/satchel" "$B/satchel-worker"
	mkdir "$out/mcpb/server/lib"
	cp "$here/../LICENSE" "$out/mcpb"
	ldd "$B/satchel" "$B/satchel-worker" | awk '{ print $3 }' | sort -u |
		grep -E '/lib(z3|json-c|sqlite3|seccomp)\.' |
		xargs cp -L -t "$out/mcpb/server/lib"
	fill "$here/mcpb.json" >"$out/mcpb/manifest.json"
	npx --yes @anthropic-ai/mcpb validate "$out/mcpb/manifest.json"
	npx --yes @anthropic-ai/mcpb pack "$out/mcpb" "$out/satchel-$version-linux-$arch.mcpb" >/dev/null
	npx --yes @anthropic-ai/mcpb info "$out/satchel-$version-linux-$arch.mcpb"
}

registry() {
	sha=$(sha256sum "$out/satchel-$version-linux-$arch.mcpb" | cut -d' ' -f1)
	fill "$here/server.json" >"$out/server.json"
	if [ -n "${SERVER_SCHEMA-}" ]; then
		cp "$SERVER_SCHEMA" "$out/server.schema.json"
	else
		# shellcheck disable=SC2016 # not for the shell
		curl -fsSL -o "$out/server.schema.json" \
			"$(sed -n 's/.*"$schema": "\(.*\)".*/\1/p' "$here/server.json")"
	fi
	npx --yes --package=ajv-cli@5 --package=ajv-formats@2 ajv validate \
		--strict=false -c ajv-formats -s "$out/server.schema.json" -d "$out/server.json"
}

mandoc -T lint -W warning "$B"/share/man/man1/*.1
lintian --fail-on error,warning --suppress-tags initial-upload-closes-no-bugs \
	"$out"/satchel_"$version"_*.changes
bundle
registry
