import { manual, type Verdict } from '../../../kit/index.ts'

/** A file replaces all flags and variables, and the cluster's API does not show its contents. */
export const inFile = (name: string, file: string): Verdict =>
  manual(`${name} reads all its settings from ${file}, which the API does not show.`)
