import { fail, pass } from '../../../kit/index.ts'
import { listing } from '../members.ts'
import { check } from './resources.ts'

export default check({
  id: 'systemlog_streaming_enabled',
  title: 'Organization streams its System Log to an external destination',
  description:
    'Reads whether an active log stream sends the events of the System Log to Amazon EventBridge or Splunk as they happen.',
  risk: "Okta deletes events after 90 days, and an attacker with administrator access can read them. A copy in a separate system is out of the attacker's reach.",
  decision:
    'Passes if a log stream is active. Fails if there is none or each one is inactive. A program that polls the System Log through the API is not visible to the check. If you use one, mute the finding with the name of the program. Whether events arrive at the destination is not evaluated.',
  fix: {
    text: 'Add a log stream, and make sure that it is active.',
    console: [
      'Open Reports > Log Streaming, and choose Add Log Stream.',
      'Choose AWS EventBridge or Splunk Cloud, and enter the destination.',
      'Save the log stream, and make sure that its status is Active and that events arrive.',
    ],
    cli: null,
    terraform: `resource "okta_log_stream" "eventbridge" {
  name   = "Security account"
  type   = "aws_eventbridge"
  status = "ACTIVE"

  settings {
    account_id        = "123456789012"
    region            = "eu-central-1"
    event_source_name = "okta-system-log"
  }
}`,
  },
  source:
    'https://help.okta.com/oie/en-us/content/topics/reports/log-streaming/about-log-streams.htm',
  links: ['https://developer.okta.com/docs/api/openapi/okta-management/management/tag/LogStream/'],
  over: 'organizations',
  needs: ['log_streams'],
  judge: ({ name, log_streams: streams }) => {
    const active = streams.filter(({ isActive }) => isActive)
    if (active.length > 0)
      return pass(
        `${name} streams its System Log: ${listing(active.map((one) => `“${one.name}” (${one.type})`))}.`,
      )
    return streams.length === 0
      ? fail(`${name} has no log stream.`)
      : fail(
          `No log stream of ${name} is active: ${listing(streams.map((one) => `“${one.name}”`))}.`,
        )
  },
})
