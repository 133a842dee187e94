#ifndef BASE_ASSET_H
#define BASE_ASSET_H

/*
 * Files of the source tree inside the program, by base/asset.S. The file
 * schema/tools/add_item.json is declared by ASSET(schema_tools_add_item_json)
 * and read as asset_schema_tools_add_item_json, a NUL-terminated string.
 */

#define ASSET(name) extern const char asset_##name[]

#endif
