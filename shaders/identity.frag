// The row of the body, for picking.
flat in uint body;
layout(location = 0) out uint row;

void main() { row = body + 1u; }
