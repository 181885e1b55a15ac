import { defineComponent, h } from 'vue'
import { defineElement, TAG } from './element.ts'
import type { EventDetails } from './messages.ts'

/** The enrolment as a Vue component. */
export const LimenEnrolment = defineComponent({
  name: 'LimenEnrolment',
  props: {
    /** `webEnrolmentUrl` of the session. */
    url: { type: String, required: true },
    lang: String,
    crossDevice: { type: Boolean, default: true },
    onlyMobile: Boolean,
  },
  emits: {
    step: (_detail: EventDetails['step']) => true,
    height: (_detail: EventDetails['height']) => true,
    cancel: (_detail: EventDetails['cancel']) => true,
    end: (_detail: EventDetails['end']) => true,
  },
  setup(props, { emit }) {
    defineElement()
    return () =>
      h(TAG, {
        url: props.url,
        lang: props.lang,
        'cross-device': props.crossDevice ? undefined : 'false',
        'only-mobile': props.onlyMobile ? '' : undefined,
        onStep: ({ detail }: CustomEvent<EventDetails['step']>) => emit('step', detail),
        onHeight: ({ detail }: CustomEvent<EventDetails['height']>) => emit('height', detail),
        onCancel: ({ detail }: CustomEvent<EventDetails['cancel']>) => emit('cancel', detail),
        onEnd: ({ detail }: CustomEvent<EventDetails['end']>) => emit('end', detail),
      })
  },
})
