// What every pass of one picture shares; filled by simulator/render/frame.py in this order.
layout(std140) uniform Frame {
    mat4 clip_from_world;
    mat4 shadow_from_world;      // to 0..1 in x, y, z
    mat4 world_from_clip;
    vec4 eye;                    // xyz; w: 0 = no grid
    vec4 sun_direction;          // xyz to the sun; w: tangent of its apparent radius
    vec4 sun_colour;             // linear
    vec4 sky_fill;               // linear, from above
    vec4 ground_fill;            // linear, from below
    vec4 rim_direction;          // xyz; w: strength
    vec4 fog;                    // rgb as shown; w: density [1/m]
    vec4 zenith;                 // rgb as shown
    vec4 horizon;                // rgb as shown
    vec4 screen;                 // width, height, 1 / width, 1 / height [px]
    vec4 shadow_scale;           // texel [0..1], texel [m], depth [m], 1 / width [1/m]
    vec4 light_position[8];      // xyz; w: range [m]
    vec4 light_colour[8];        // rgb linear; w: cosine of the half cone
    vec4 light_axis[8];          // xyz
};
