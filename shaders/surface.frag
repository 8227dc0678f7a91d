#include "frame.glsl"
#include "tone.glsl"
#include "shadow.glsl"
#if QUALITY > 0
#include "light.glsl"
#endif
#if defined(PATTERN) || defined(GROUND)
#include "pattern.glsl"
#endif

in vec3 position;
centroid in vec3 normal;
in vec3 place;
#ifdef PATTERN
in vec3 local;
#endif
#if QUALITY == 0
in vec3 by_sun;
in vec3 by_sky;
#endif
flat in vec4 albedo;
flat in vec4 finish;
flat in vec3 second;

layout(location = 0) out vec4 picture;

#if OCCLUSION > 0
uniform sampler2D openness;     // share; distance [m]

// The openness was found once per pixel; at an edge take it from the neighbour on this surface.
const ivec2 CROSS[5] = ivec2[](ivec2(0, 0), ivec2(1, 0), ivec2(-1, 0), ivec2(0, 1), ivec2(0, -1));

float find_open() {
    ivec2 here = ivec2(gl_FragCoord.xy), last = textureSize(openness, 0) - 1;
    float open = 1.0, nearest = 1e6, far = 1.0 / gl_FragCoord.w;
    for (int i = 0; i < 5; ++i) {
        ivec2 where = clamp(here + CROSS[i], ivec2(0), last);
        vec2 there = texelFetch(openness, where, 0).rg;
        float gap = abs(there.g - far);
        if (gap < nearest) {
            nearest = gap;
            open = there.r;
        }
    }
    return open;
}
#endif

#ifdef CONTACT
uniform sampler2D contact;
uniform vec3 contact_area;      // corner and side of the map [m]

const float CLOSED = 0.55;

// Share of the sky that the floor sees beside the bodies on it; the map lies on z = 0.
float find_open() {
    float closed = texture(contact, (position.xy - contact_area.xy) / contact_area.z).r;
    return 1.0 - CLOSED * closed * step(abs(position.z), 0.05);
}
#endif

vec3 find_colour(float distance) {
#if defined(PATTERN)
    float pixel = length(fwidth(local)) * 0.7;
    return draw_pattern(albedo.rgb, second, int(finish.z + 0.5), finish.w, position, local, normal, pixel);
#elif defined(GROUND)
    return draw_ground(albedo.rgb, position.xy, distance);
#else
    return albedo.rgb;
#endif
}

void main() {
    vec3 to_eye = eye.xyz - position;
    float distance = length(to_eye);
    vec3 colour = find_colour(distance);
#if QUALITY == 0
    float sun = find_sun(place, normal);
#else
    vec3 outward = normalize(gl_FrontFacing ? normal : -normal);
    float sun = 0.0;
    if (dot(outward, sun_direction.xyz) > 0.0) sun = find_sun(place, normal);
#endif
#if OCCLUSION > 0 || defined(CONTACT)
    float open = find_open();
    sun *= mix(1.0, open, 0.35);
#else
    const float open = 1.0;
#endif
#if QUALITY == 0
    vec3 light = by_sky * open + by_sun * sun;
#if defined(PATTERN) || defined(GROUND)
    light *= colour;
#endif
#else
    vec3 view = to_eye / distance;
    Surface s = Surface(colour, albedo.w, finish.x, outward);
    vec3 light = light_by_sky(s, view) * open + light_by_sun(s, view) * sun + colour * finish.y;
#if LAMPS > 0
    light += light_by_lamps(s, view, position);
#endif
#endif
    picture = vec4(dither(add_fog(to_srgb(to_film(light)), distance)), 1.0);
}
