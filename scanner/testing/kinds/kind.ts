/** The data about a provider type that the shared tests need. */
import type { OpenInput, Provider } from '../../index.ts'
import type { Deed } from '../scripts.ts'

/** A provider type: its fixture, and its tested parts. */
export interface KindUnderTest {
  readonly provider: Provider<unknown>
  /** Permissions of calls that are made only if another response requires them. */
  readonly seldomAsked: ReadonlySet<string>
  /** Permissions of single reads, each of which is tested with every fault, with the service to scan for it. */
  readonly reads: readonly { readonly service: string; readonly action: string }[]
  /** Starts an account with results for the checks and with all permissions. */
  start(): Promise<FixtureOfKind>
  /** Starts an account with few findings, which are those in `expected/`. */
  startSmall(): Promise<FixtureOfKind>
}

/** The change to responses, and the number of affected responses; all by default. */
export type Spoiled = Deed & { readonly times?: number }

/** An account of the provider type, on this machine. */
export interface FixtureOfKind {
  /** The sign-in: one attempt per call, and as many calls per second as the account accepts. */
  readonly input: OpenInput
  /** The time that ages are measured against. */
  readonly now: Date
  /** Calls that have arrived, by their names. */
  calls(): readonly string[]
  /** Denies a permission in the manner of the provider; the returned function allows it again. */
  deny(action: string): () => void
  /** Changes responses that require a permission, or all responses (null); the returned function undoes it. */
  spoil(action: string | null, deed: Spoiled): () => void
  /** The sign-in of `plumbline scan`. Files that it reads are written into the folder. */
  command(folder: string): {
    readonly args: readonly string[]
    readonly environment: Readonly<Record<string, string>>
  }
  /** The account in a server, and the settings that let the server access it. */
  readonly connected: {
    readonly uid: string
    readonly secret_type: string
    readonly secret: object
    readonly settings: Readonly<Record<string, string>>
  }
  /** Closes all connections, including hanging ones. */
  close(): Promise<void>
}
