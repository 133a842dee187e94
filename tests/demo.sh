#!/usr/bin/env bash
# The conversation of examples/packs_of_pens.talk with the real server, and
# how to have one of one's own. Its argument is the build folder.
set -eu
build=${1:-build}
B=$build perl tests/replay/replay.pl --show examples/packs_of_pens.talk

program=$(realpath "$build/satchel")
cat <<TEXT
------------------------------------------------------------------------------
That was the real server. To have such a conversation of your own, connect a
chat client. Claude Desktop (claude_desktop_config.json), Cursor (mcp.json):

    {
        "mcpServers": {
            "satchel": { "command": "$program" }
        }
    }

VS Code (.vscode/mcp.json):

    { "servers": { "satchel": { "type": "stdio", "command": "$program" } } }

Claude Code:

    claude mcp add satchel -- $program
TEXT
