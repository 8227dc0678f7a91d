// From linear light to the sRGB picture.

const float EXPOSURE = 0.66;

// The filmic fit of K. Narkowicz, "ACES filmic tone mapping curve" (2015), per channel.
vec3 to_film(vec3 light) {
    vec3 x = light * EXPOSURE;
    return clamp(x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14), 0.0, 1.0);
}

// sRGB within 0.4 %, without a power per channel: S. Ottosson's fit by square roots.
vec3 to_srgb(vec3 linear) {
    vec3 s1 = sqrt(linear);
    vec3 s2 = sqrt(s1);
    vec3 s3 = sqrt(s2);
    return clamp(0.662002687 * s1 + 0.684122060 * s2 - 0.323583601 * s3 - 0.0225411470 * linear,
                 0.0, 1.0);
}

vec3 add_fog(vec3 shown, float distance) {
    return mix(fog.rgb, shown, exp(-fog.w * max(distance - 2.5, 0.0)));
}

// Half a step of noise hides the steps of 8 bits: J. Jimenez, interleaved gradient noise (2014).
float interleaved_noise(vec2 pixel) {
    return fract(52.9829189 * fract(dot(pixel, vec2(0.06711056, 0.00583715))));
}

vec3 dither(vec3 shown) {
    return shown + (interleaved_noise(gl_FragCoord.xy) - 0.5) / 255.0;
}
