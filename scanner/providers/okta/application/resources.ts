import { checkFor, type Maybe, type Resource } from '../../../kit/index.ts'
import type { Rule } from '../rules.ts'

/** The requirements of a rule of an authentication policy; null: in a format that is not evaluated. */
export interface AccessRule extends Rule {
  readonly factors: 1 | 2 | null
  /** True if every allowed sign-in requires a phishing-resistant factor. */
  readonly isPhishingResistant: boolean | null
}

/** An app that is active. */
export interface App extends Resource {
  /** The rules of its authentication policy that a sign-in can match; null if its policy cannot be read. */
  readonly rules: Maybe<readonly AccessRule[] | null>
}

/** The Okta Admin Console. */
export interface Console extends App {
  readonly idle_minutes: Maybe<number>
}

export interface Application {
  apps: App
  consoles: Console
  /** Okta Dashboard, where users find their apps. */
  dashboards: App
}

export const check = checkFor<Application>()
