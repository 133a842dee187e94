#ifndef UNIT_SOLVER_DRAW_H
#define UNIT_SOLVER_DRAW_H

/* One of so many, the same in every run that begins with the same dice. */
static inline unsigned
draw(unsigned *dice, unsigned sides)
{
	*dice = *dice * 1103515245u + 12345u;
	return (*dice >> 16) % sides;
}

#endif
