import { fail, pass } from '../../../kit/index.ts'
import { label } from './label.ts'
import { check } from './resources.ts'

export default check({
  id: 'ec2_elastic_ip_unassigned',
  title: 'Elastic address is attached to something',
  risk: 'A forgotten address costs money every hour, and names and allow-lists that still point to it will trust whatever is put behind it.',
  fix: {
    text: 'Release the address after removing the names and rules that mention it.',
    cli: 'aws ec2 release-address --allocation-id <id>',
    url: 'https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/working-with-eips.html',
  },
  source: 'https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/elastic-ip-addresses-eip.html',
  over: 'addresses',
  needs: [],
  judge: ({ public_ip, name, attached_to }) =>
    attached_to
      ? pass(`${label(public_ip, name)} is attached to ${attached_to}.`)
      : fail(`${label(public_ip, name)} is attached to nothing.`),
})
