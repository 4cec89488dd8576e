import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'ec2_ami_account_block_public_access',
  title: 'The region blocks making machine images public',
  risk: 'Without the block one wrong launch permission publishes an image, with everything on its disk.',
  fix: {
    text: 'Block new public sharing of images in every region.',
    cli: 'aws ec2 enable-image-block-public-access --image-block-public-access-state block-new-sharing --region <region>',
    url: 'https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/block-public-access-to-amis.html',
  },
  source: 'https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/block-public-access-to-amis.html',
  over: 'settings',
  needs: ['image_block'],
  judge: ({ region, image_block: state }) =>
    state === 'block-new-sharing'
      ? pass(`${region} blocks making images public.`)
      : fail(`${region} lets images be made public (${state}).`),
})
