/* Assembled once per embedded file, with ASSET_NAME and ASSET_FILE given. */
#ifdef __CET__
#include <cet.h> /* the linker asks each object for the mark */
#endif
	.section .rodata
	.global ASSET_NAME
	.type ASSET_NAME, @object
ASSET_NAME:
	.incbin ASSET_FILE
	.byte 0
	.size ASSET_NAME, . - ASSET_NAME
	.section .note.GNU-stack, "", @progbits
