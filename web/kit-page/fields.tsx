import { useState } from 'react'
import { Choices } from '../kit/choices.tsx'
import { Checkbox, Field, Select, TextArea } from '../kit/field.tsx'
import { ProviderChoice } from '../kit/provider-choice.tsx'
import { providers } from './samples.ts'
import { Example } from './section.tsx'

const frequencies = [
  { value: 'daily', label: 'Every day' },
  { value: 'weekly', label: 'Every week' },
  { value: 'hourly', label: 'Every hour (not available)', isDisabled: true },
]

export const Fields = () => (
  <>
    <Example title="Text fields">
      <Field label="Name" defaultValue="Production" hint="3 to 100 characters." />
      <Field
        label="Account ID"
        defaultValue="1234"
        hint="The number on the account page of the AWS console."
        error="Must be 12 digits, for example 123456789012."
      />
      <Field label="Created by" defaultValue="ines@example.com" disabled />
    </Example>
    <Example title="Masked, number and date fields">
      <form className="form">
        <Field
          label="Secret access key"
          type="password"
          autoComplete="off"
          defaultValue="an example, not a key"
        />
        <Field label="Retries" type="number" placeholder="Default: 3" />
        <Field label="Expires on" type="date" defaultValue="2027-03-31" />
      </form>
    </Example>
    <Example title="Text areas">
      <TextArea label="Reason" defaultValue="The bucket serves the public website." />
      <TextArea
        label="Resources"
        className="mono"
        rows={3}
        defaultValue={'arn:aws:s3:::website\narn:aws:s3:::website-logs'}
        error="A partial scan can include at most 10 resources."
      />
    </Example>
    <Example title="Select">
      <Select label="Frequency" options={frequencies} hint="In the time zone of the provider." />
      <Select
        label="Role"
        options={[{ value: '', label: 'Choose a role' }]}
        error="Choose a role."
      />
    </Example>
    <Example title="Checkboxes">
      <Checkbox label="Scan after connecting" defaultChecked />
      <Checkbox
        label="Enable single-key shortcuts"
        hint="If off, letters do nothing outside lists."
      />
      <Checkbox label="Not available to your role" disabled />
    </Example>
    <Example title="Choices">
      <Choices
        legend="Provider groups"
        name="groups"
        options={[
          { value: '1', label: 'Payments' },
          { value: '2', label: 'Website', hint: '3 providers' },
        ]}
        checked={['1']}
      />
      <Choices
        legend="Roles"
        name="roles"
        options={[]}
        checked={[]}
        none="There are no roles yet."
      />
      <Choices
        legend="Events"
        name="events"
        options={[{ value: '1', label: 'A scan failed' }]}
        checked={[]}
        error="Choose at least one event."
      />
    </Example>
    <Example title="Provider choice">
      <Providers />
    </Example>
    <Example title="Provider choice with an error">
      <ProviderChoice
        providers={[]}
        chosen={[]}
        onChange={() => {}}
        error="Connect a provider first."
      />
    </Example>
  </>
)

function Providers() {
  const [chosen, setChosen] = useState<readonly string[]>(['1'])
  return (
    <ProviderChoice
      providers={providers}
      chosen={chosen}
      onChange={setChosen}
      error={undefined}
      note={() => 'Default configuration'}
    />
  )
}
