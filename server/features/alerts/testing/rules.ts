/** Rules and their readers, as tests make them. */
import assert from 'node:assert/strict'
import type { Answered, Client, Item, World } from '../../../testing/index.ts'
import type { MailServer, Received } from '../../../testing/smtp.ts'

export const site = 'https://plumbline.example'
export const mailSettings = (mail: MailServer) => ({
  SMTP_URL: mail.url,
  MAIL_FROM: 'Plumbline <plumbline@example.com>',
  PUBLIC_URL: site,
  LEASE_SECONDS: '5',
})

export const path = '/alerts/rules'
const type = 'alert-rules'
export const anyFailing = { op: 'any' }
export const plain = { name: 'All that fails', trigger: 'daily', condition: anyFailing }

export const post = (who: Client, attributes: object): Promise<Answered> =>
  who.ask('POST', path, { data: { type, attributes } })
export const patch = (who: Client, id: string, attributes: object): Promise<Answered> =>
  who.ask('PATCH', `${path}/${id}`, { data: { type, id, attributes } })
export const preview = (who: Client, condition: object): Promise<Answered> =>
  who.ask('POST', `${path}/preview`, {
    data: { type: 'alert-rule-previews', attributes: { condition } },
  })

export async function made(who: Client, attributes: object = {}): Promise<Item> {
  const answer = await post(who, { ...plain, ...attributes })
  assert.equal(answer.status, 201, answer.text)
  return answer.item
}

const page = `${site}/api/v1/alerts/subscription`
export const tokenIn = ({ text }: Received, choice: 'confirm' | 'unsubscribe'): string =>
  new RegExp(`${page}#${choice}=(\\S+)`).exec(text)?.[1] ?? ''

export const choose = (
  { anonymous }: World,
  choice: 'confirm' | 'unsubscribe',
  token: string,
): Promise<Answered> =>
  anonymous.ask('POST', `/alerts/recipients/${choice}`, {
    data: { type: 'alert-subscriptions', attributes: { token } },
  })

/** The owner of an address that was asked agrees. */
export async function agree(w: World, mail: MailServer, email: string): Promise<void> {
  const answer = await choose(w, 'confirm', tokenIn(await mail.mailTo(email), 'confirm'))
  assert.deepEqual([answer.status, answer.item.at('status')], [200, 'confirmed'], answer.text)
}
