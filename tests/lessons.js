// The lessons of the course in English, in its order; said once for tests that need no browser and for those in one.

export const lessons = [
  "order-blind",
  "position-table",
  "learned-table",
  "rope",
  "mask-leaks",
  "distance-bias",
  "longer",
  "lab",
];
