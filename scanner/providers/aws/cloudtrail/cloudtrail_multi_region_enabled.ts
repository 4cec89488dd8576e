import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'cloudtrail_multi_region_enabled',
  title: 'A trail of all regions is logging',
  risk: 'What happens in a region without a trail leaves no record; intruders choose such regions.',
  fix: {
    text: 'Create a trail that applies to all regions, and start its logging.',
    cli: 'aws cloudtrail create-trail --name <name> --s3-bucket-name <bucket> --is-multi-region-trail && aws cloudtrail start-logging --name <name>',
  },
  source:
    'https://docs.aws.amazon.com/awscloudtrail/latest/userguide/receive-cloudtrail-log-files-from-multiple-regions.html',
  over: 'regions',
  needs: ['logging_trails'],
  judge: ({ name, logging_trails: trails }) =>
    trails.length > 0
      ? pass(`${name} is covered by ${trails.join(', ')}.`)
      : fail(`${name} is covered by no trail of all regions that is logging.`),
})
