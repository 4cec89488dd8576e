import { fail, pass } from '../../../kit/index.ts'
import { label } from './label.ts'
import { check } from './resources.ts'

export default check({
  id: 'ec2_instance_imdsv2_enabled',
  title: 'Instance serves its metadata only to requests with a session token',
  risk: 'With version 1 of the metadata service one forged request through a web application is enough to carry off the credentials of the instance’s role.',
  fix: {
    text: 'Require session tokens; look at the metric MetadataNoToken first, for programs that still ask without one.',
    cli: 'aws ec2 modify-instance-metadata-options --instance-id <id> --http-tokens required --http-endpoint enabled',
    url: 'https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/configuring-IMDS-existing-instances.html',
  },
  source:
    'https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/configuring-instance-metadata-service.html',
  over: 'instances',
  needs: ['metadata'],
  judge: (instance) => {
    const { endpoint, tokens } = instance.metadata
    if (endpoint === 'disabled') {
      return pass(
        `${label(instance.instance_id, instance.name)} has its metadata service turned off.`,
      )
    }
    return tokens === 'required'
      ? pass(
          `${label(instance.instance_id, instance.name)} requires a session token for its metadata.`,
        )
      : fail(
          `${label(instance.instance_id, instance.name)} gives its metadata without a session token (${tokens}).`,
        )
  },
})
