/** A world that sends its mails to a mail server of the test. */
import { MailServer } from './smtp.ts'
import { type World, world, type WorldOptions } from './world.ts'

/** The public URL of the world, in the links of its mails. */
export const site = 'https://plumbline.example'

export const mailSettings = (url: string) => ({
  SMTP_URL: url,
  MAIL_FROM: 'Plumbline <plumbline@example.com>',
  PUBLIC_URL: site,
})

export interface MailWorld {
  readonly w: World
  readonly mail: MailServer
  close(): Promise<void>
}

export async function mailWorld(options: WorldOptions = {}): Promise<MailWorld> {
  const mail = await new MailServer().listen()
  const w = await world({
    ...options,
    settings: { ...options.settings, ...mailSettings(mail.url) },
  })
  return {
    w,
    mail,
    async close() {
      await w.close()
      await mail.close()
      await w.test.close()
    },
  }
}
