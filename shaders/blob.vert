// A map of the floor from above: one soft rounded rectangle under each low body.
in vec4 in_place;               // the footprint's middle [m]; cos, sin of its heading
in vec2 in_extent;              // half extents along the body's x and y
in vec4 in_height;              // underside at the middle, its slopes, its lowest point [m]

uniform vec3 area;              // corner and side of the map [m]
uniform float margin;

out vec2 across;
flat out vec2 extent;
flat out vec4 height;

void main() {
    vec2 corner = vec2((gl_VertexID & 1) * 2 - 1, (gl_VertexID >> 1) * 2 - 1);
    extent = in_extent;
    height = in_height;
    across = corner * (extent + margin);
    vec2 c = in_place.zw;
    vec2 point = in_place.xy + vec2(c.x * across.x - c.y * across.y, c.y * across.x + c.x * across.y);
    gl_Position = vec4((point - area.xy) / area.z * 2.0 - 1.0, 0.0, 1.0);
}
