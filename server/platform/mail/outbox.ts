/** Mails wait in the database, from the transaction that causes them until the mail server has them. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, type SystemTx, sql, type Tx } from '../db/index.ts'
import { newId } from '../ids.ts'
import type { Log } from '../log.ts'
import type { Vault } from '../vault/index.ts'
import { isMailable, type Mail, mailboxOf, NotSent, type Send } from './mail.ts'

/** Mails to one mailbox, and of one sender, in an hour. */
const mostPerHour = 6
const pollMs = 15_000
const leaseSeconds = 120

type Seal = Pick<Vault, 'sealGlobal' | 'openGlobal'>
const cell = (id: string) => ({ table: 'mails', id, column: 'sealed' })

/** Seconds until the next attempt: 30 s, doubled up to half an hour. */
export const waitAfter = (attempts: number): number => Math.min(30 * 2 ** (attempts - 1), 1_800)

export class Outbox {
  readonly #vault: Seal
  #wake = Promise.withResolvers<void>()

  constructor(vault: Seal) {
    this.#vault = vault
  }

  /**
   * Queues a mail in the transaction that causes it; `senderId` is the user who asked for it. False, and no
   * mail, for an address that none is sent to, and when mailbox or sender had too many.
   */
  async queue(tx: Tx | SystemTx, mail: Mail, senderId: string | null = null): Promise<boolean> {
    if (!isMailable(mail.to)) return false
    const id = newId()
    const sealed = this.#vault.sealGlobal(cell(id), Buffer.from(JSON.stringify(mail)))
    const { queued } = await tx.single<{ queued: boolean }>(sql`
      select queue_mail(${id}, ${mailboxOf(mail.to)}, ${senderId}, ${sealed}, ${mostPerHour}) as queued`)
    if (queued) tx.afterCommit(() => this.#wake.resolve())
    return queued
  }

  /** Sends what is due, one mail at a time, until `signal`. */
  async work(database: Database, send: Send, log: Log, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      this.#wake = Promise.withResolvers()
      const isMore = await this.#sendOne(database, send, log, signal).catch((error: unknown) => {
        log.warn('the next mail will be asked for again', { error: error as Error })
        return false
      })
      if (isMore) continue
      const pause = new AbortController()
      const ended = AbortSignal.any([signal, pause.signal])
      await Promise.race([
        sleep(pollMs, undefined, { signal: ended }).catch(() => {}),
        this.#wake.promise,
      ])
      pause.abort()
    }
  }

  async #sendOne(database: Database, send: Send, log: Log, signal: AbortSignal): Promise<boolean> {
    const claimed = await database.outsideTenants((tx) =>
      tx.maybe<{ id: string; sealed: Uint8Array; attempts: number }>(
        sql`select * from claim_mail(${leaseSeconds})`,
      ),
    )
    if (!claimed) return false
    const { id, sealed, attempts } = claimed
    const plain = this.#vault.openGlobal(cell(id), Buffer.from(sealed))
    const settle = (againSeconds: number | null): Promise<number> =>
      database.outsideTenants((tx) => tx.run(sql`select settle_mail(${id}, ${againSeconds})`))
    try {
      await unlessLeaving(send(JSON.parse(plain.toString()) as Mail), signal)
      log.info('mail sent', { mail_id: id, attempts })
      await settle(null)
    } catch (error) {
      if (signal.aborted) return false // its lease ends, and it is sent by the next to look
      if (!(error instanceof NotSent)) throw error
      const { message: reason, isFinal } = error
      log.warn(isFinal ? 'mail given up' : 'mail not sent yet', { mail_id: id, attempts, reason })
      await settle(isFinal ? null : waitAfter(attempts))
    }
    return true
  }
}

/** A stop does not wait for a mail server. */
function unlessLeaving<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const left = Promise.withResolvers<never>()
  const leave = (): void => left.reject(signal.reason)
  signal.addEventListener('abort', leave, { once: true })
  return Promise.race([work, left.promise]).finally(() =>
    signal.removeEventListener('abort', leave),
  )
}
