#ifndef WORKER_PRINT_MODEL_PRINTER_H
#define WORKER_PRINT_MODEL_PRINTER_H

struct task;

/*
 * t->model as libz3 prints it: universes, each with its elements declared, and
 * definitions; where that would not do (worker/print/sort_printer.h), the same
 * in exact words. The caller's; NULL if libz3 cannot.
 */
char *model_printer_model(const struct task *t);

#endif
