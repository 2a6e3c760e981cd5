/** Reading JSON from the wire: lenient pieces for valibot schemas that describe only what is read. */
import * as v from 'valibot';

export type JsonObject = Readonly<Record<string, unknown>>;

/** A field that may be missing, null or of another type than documented: then it counts as absent. */
export function maybe<const Schema extends v.GenericSchema>(
  schema: Schema,
): v.NullishSchema<v.SchemaWithFallback<Schema, undefined>, undefined> {
  // Null passes as null: servers send it in every chunk, and an issue for it would cost more than the whole parse.
  return v.nullish(v.fallback(schema, undefined), undefined);
}

/**
 * A reader of the fields that `schema` names; it gives undefined when an object has none of them. For what is rare in a
 * stream: looking for a few keys at each token costs a small part of a parse.
 */
export function rarely<const Entries extends v.ObjectEntries>(
  schema: v.ObjectSchema<Entries, undefined>,
): (object: JsonObject) => v.InferOutput<v.ObjectSchema<Entries, undefined>> | undefined {
  const keys = Object.keys(schema.entries);
  return (object) => {
    for (const key of keys) {
      if (object[key] === undefined || object[key] === null) continue;
      const parsed = v.safeParse(schema, object);
      return parsed.success ? parsed.output : undefined;
    }
    return undefined;
  };
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Any JSON object, handed on as it is. */
export const anyObject = v.custom<JsonObject>(isObject);

/** The parsed text, or undefined when it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The object without its null and undefined fields: absent data is absent on the wire and in events. */
export function compact<T extends object>(value: T): Compact<T> {
  return Object.fromEntries(
    Object.entries(value).filter(([, field]) => field !== undefined && field !== null),
  ) as Compact<T>;
}

type Compact<T> = {
  [K in keyof T as undefined extends T[K] ? never : null extends T[K] ? never : K]: T[K];
} & {
  [K in keyof T as undefined extends T[K] ? K : null extends T[K] ? K : never]?: Exclude<
    T[K],
    undefined | null
  >;
};
