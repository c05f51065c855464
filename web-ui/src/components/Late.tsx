import type { ComponentType, JSX } from "preact";
import { type Loader, useLoaded } from "../lib/lazy";
import { ErrorNote } from "./ErrorNote";
import { Loading } from "./Loading";

/** Show a component as soon as its part of the pages has loaded. */
export function Late<P extends object>(props: { part: Loader<ComponentType<P>>; with: P }): JSX.Element {
  const { parts, error, again } = useLoaded([props.part]);
  const Part = parts?.[0];
  return Part ? <Part {...props.with} /> : error ? <ErrorNote error={error} onRetry={again} /> : <Loading />;
}
