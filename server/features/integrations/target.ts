/** The interface between the outbox and a kind of target. */
import type { Tx } from '../../platform/db/index.ts'
import type { Opened } from './credentials.ts'

export type Json = Readonly<Record<string, unknown>>

/** A delivery that is under way. */
export interface Delivering {
  /** The same in every attempt. */
  readonly id: string
  readonly kind: string
  /** 1 for the first. */
  readonly attempt: number
  readonly payload: Json
  readonly providerId: string | null
  readonly integration: Opened
  inTenant<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  readonly signal: AbortSignal
}

export interface Delivered {
  /** What it is called at the target, as the log shows it. */
  readonly outcome: Json
  /** What else is kept of it, in the transaction that ends the delivery. */
  readonly record?: (tx: Tx) => Promise<unknown>
}

export interface Target {
  /** Tests the access. The returned facts are stored with the integration. Throws NotDelivered. */
  test(integration: Opened, signal: AbortSignal): Promise<Json>
  /** By kind of delivery. */
  readonly deliver: Readonly<Record<string, Deliver>>
}

/**
 * May be called again after a delivery, and has one effect if the target can detect duplicates. Throws NotDelivered.
 */
export type Deliver = (delivering: Delivering) => Promise<Delivered>
