export {
  type Addressee,
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
export { Outbox } from './outbox.ts'
export { smtp } from './smtp.ts'
