import { manual, type Verdict } from '../../../kit/index.ts'

/** A file takes the place of every flag and variable, and nothing of the cluster's API shows it. */
export const inFile = (name: string, file: string): Verdict =>
  manual(`${name} reads all its settings from ${file}, which the API does not show.`)
