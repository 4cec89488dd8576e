/** Mails wait in the database, from the transaction that causes them until the mail server has them. */
import { type Database, type SystemTx, sql, type Tx } from '../db/index.ts'
import { doubledSeconds, Hints, Loop } from '../due/index.ts'
import { unlessAborted } from '../ends.ts'
import { newId } from '../ids.ts'
import type { Log } from '../log.ts'
import type { Vault } from '../vault/index.ts'
import {
  type Addressees,
  type GivenUp,
  isMailable,
  type Mail,
  mailboxOf,
  type MailRequest,
  NotSent,
  type RequestKind,
  type Send,
} from './mail.ts'

/** Mails to one mailbox, and of one sender, in an hour. */
const mostPerHour = 6
/** Mails that are counted apart: of one kind, which the mailbox has agreed to. */
const mostAgreedPerHour = 30
const pollMs = 15_000
const leaseSeconds = 120

type Seal = Pick<Vault, 'sealGlobal' | 'openGlobal'>
const cell = (id: string) => ({ table: 'mails', id, column: 'sealed' })

/** Returns the requested mail, or null if the address gets none. */
type Write = (tx: SystemTx, to: string) => Promise<Mail | null>

/** Seconds until the next attempt: 30 s, doubled up to half an hour. */
export const waitAfter = (attempts: number): number =>
  doubledSeconds(attempts, { firstSeconds: 30, mostSeconds: 1_800 })

/** Tells workers of mails that are due. */
const queued = new Hints('mails')

export class Outbox {
  readonly #vault: Seal
  readonly #writers = new Map<RequestKind, Write>()
  #addressees: Addressees = { isWanted: async () => true, givenUp: async () => {} }

  constructor(vault: Seal) {
    this.#vault = vault
  }

  /**
   * Queues a mail in the transaction that causes it; `senderId` is the user who requested it. False, and no mail, for
   * an address that none is sent to, and when mailbox or sender had too many.
   */
  queue(tx: Tx | SystemTx, mail: Mail, senderId: string | null = null): Promise<boolean> {
    return this.#queue(tx, mail, { counted: mailboxOf(mail.to), senderId, most: mostPerHour })
  }

  /**
   * Queues an invitation. Invitations to one mailbox are counted apart from its other mails, so that they cannot
   * block the mail that proves an address; the limit of the sender covers both.
   */
  queueInvitation(tx: Tx, mail: Mail, senderId: string): Promise<boolean> {
    const counted = `invitation ${mailboxOf(mail.to)}`
    return this.#queue(tx, mail, { counted, senderId, most: mostPerHour })
  }

  /**
   * Queues a mail that is written when it is sent. Everyone can request one for any address, so these are counted apart:
   * they cannot block the other mails of a mailbox. The work, the limit and the result do not depend on who has the
   * address.
   */
  queueRequest(tx: SystemTx, request: MailRequest): Promise<boolean> {
    const counted = `${request.kind} ${mailboxOf(request.to)}`
    return this.#queue(tx, request, { counted, senderId: null, most: mostPerHour })
  }

  /**
   * The same for mails of a kind that their reader has agreed to. They take nothing of what one sender, or all
   * others together, may send to the mailbox.
   */
  queueAgreed(tx: Tx, mail: Mail, kind: string): Promise<boolean> {
    return this.#queue(tx, mail, {
      counted: `${kind} ${tx.tenantId} ${mailboxOf(mail.to)}`,
      senderId: null,
      most: mostAgreedPerHour,
    })
  }

  async #queue(
    tx: Tx | SystemTx,
    mail: Mail | MailRequest,
    { counted, senderId, most }: { counted: string; senderId: string | null; most: number },
  ): Promise<boolean> {
    if (!isMailable(mail.to)) return false
    const id = newId()
    const sealed = this.#vault.sealGlobal(cell(id), Buffer.from(JSON.stringify(mail)))
    const { is_queued } = await tx.single<{ is_queued: boolean }>(sql`
      select queue_mail(${id}, ${counted}, ${senderId}, ${sealed}, ${most}) as is_queued`)
    if (is_queued) await queued.send(tx)
    return is_queued
  }

  /** Who answers for the addressees of mails. */
  know(addressees: Addressees): void {
    this.#addressees = addressees
  }

  /** Sets how requested mails of a kind are written. */
  writeWith(kind: RequestKind, write: Write): void {
    this.#writers.set(kind, write)
  }

  /** Sends what is due, one mail at a time, until `signal`. */
  async work(database: Database, send: Send, log: Log, signal: AbortSignal): Promise<void> {
    const loop = new Loop()
    const hints = queued.listen(database, loop.wake)
    await loop.run(() => this.#sendOne(database, send, log, signal), {
      pauseMs: pollMs,
      signal,
      failed: (error) =>
        log.warn('email queue could not be processed, retrying', { error: error as Error }),
    })
    await hints.close()
  }

  /** Undefined if it was sealed by another master key. */
  #opened(id: string, sealed: Uint8Array): Mail | MailRequest | undefined {
    try {
      const text = this.#vault.openGlobal(cell(id), Buffer.from(sealed)).toString()
      return JSON.parse(text) as Mail | MailRequest
    } catch {
      return undefined
    }
  }

  /** Null for a request that is too old, or whose address gets no mail. */
  async #written(database: Database, opened: Mail | MailRequest): Promise<Mail | null> {
    if (!('kind' in opened)) return opened
    if (Date.now() > opened.until) return null
    const write = this.#writers.get(opened.kind)
    return write ? database.outsideTenants((tx) => write(tx, opened.to)) : null
  }

  async #sendOne(database: Database, send: Send, log: Log, signal: AbortSignal): Promise<boolean> {
    const claimed = await database.outsideTenants((tx) =>
      tx.maybe<{ id: string; sealed: Uint8Array; attempts: number; is_over: boolean }>(
        sql`select * from claim_mail(${leaseSeconds})`,
      ),
    )
    if (!claimed) return false
    const { id, sealed, attempts, is_over } = claimed
    const finish = (againSeconds: number | null): Promise<number> =>
      database.outsideTenants((tx) => tx.run(sql`select finish_mail(${id}, ${againSeconds})`))
    const opened = this.#opened(id, sealed)
    if (!opened) {
      // Its time moves on as for any other: what is behind it has its turn.
      log.error('email could not be decrypted', { mail_id: id, attempts })
      await finish(is_over ? null : waitAfter(attempts))
      return true
    }
    const addressee = 'kind' in opened ? undefined : opened.addressee
    const giveUp = async (why: GivenUp, reason: string): Promise<void> => {
      log.warn('email not delivered', { mail_id: id, attempts, reason })
      // Before the end: a worker that dies between the two reports it again.
      if (addressee) await this.#addressees.givenUp(addressee, why)
      await finish(null)
    }
    if (is_over) {
      await giveUp('expired', 'The mail server did not accept the email within 24 hours.')
      return true
    }
    const isWanted = !addressee || (await this.#addressees.isWanted(addressee))
    const mail = isWanted ? await this.#written(database, opened) : null
    if (!mail) {
      log.info('email no longer needed', { mail_id: id, attempts })
      await finish(null)
      return true
    }
    try {
      // A stop does not wait for a mail server.
      await unlessAborted(send(mail), signal)
      log.info('email sent', { mail_id: id, attempts })
      await finish(null)
    } catch (error) {
      if (signal.aborted) return false // its lease ends, and it is sent by the next to look
      if (!(error instanceof NotSent)) throw error
      const { message: reason, givenUp } = error
      if (givenUp) await giveUp(givenUp, reason)
      else {
        log.warn('email delivery failed, will retry', { mail_id: id, attempts, reason })
        await finish(waitAfter(attempts))
      }
    }
    return true
  }
}
