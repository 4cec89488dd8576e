/** The data about a provider type that the shared tests need. */
import type { OpenInput, Provider } from '../../index.ts'
import type { Deed } from '../scripts.ts'

/** A kind of account: where it is played, and what of it is tried. */
export interface KindUnderTest {
  readonly provider: Provider<unknown>
  /** Permissions of calls that are made only if another response requires them. */
  readonly seldomAsked: ReadonlySet<string>
  /** Permissions of single reads, each of which is tried with every fault, by the service that is scanned for it. */
  readonly reads: readonly { readonly service: string; readonly action: string }[]
  /** Starts an account with results for the checks, and in which everything is allowed. */
  start(): Promise<FixtureOfKind>
  /** Starts one whose findings are few enough to be read: those of `expected/`. */
  startSmall(): Promise<FixtureOfKind>
}

/** The change to responses, and the number of affected responses; all by default. */
export type Spoiled = Deed & { readonly times?: number }

/** An account of the kind, on this machine. */
export interface FixtureOfKind {
  /** The sign-in: one attempt per call, and as many calls per second as the account accepts. */
  readonly input: OpenInput
  /** The time that ages are measured against. */
  readonly now: Date
  /** Calls that have arrived, by their names. */
  calls(): readonly string[]
  /** Refuses a permission as the kind does; the answer allows it again. */
  deny(action: string): () => void
  /** Spoils the answers that take a permission, or all of them (null); the answer undoes it. */
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
  /** Ends every connection, also hanging ones. */
  close(): Promise<void>
}
