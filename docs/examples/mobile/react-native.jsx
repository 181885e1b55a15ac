import { WebView } from 'react-native-webview'

/** React Native: the hosted page in a web view. Ask for the camera first (PermissionsAndroid.request, or the usage text). */
export const Enrolment = ({ webEnrolmentUrl, limenOrigin, returnOrigin, returnUrl, onEnrolled }) => (
  <WebView
    source={{ uri: webEnrolmentUrl }}
    originWhitelist={[limenOrigin, returnOrigin]}
    allowsInlineMediaPlayback
    mediaPlaybackRequiresUserAction={false}
    mediaCapturePermissionGrantType="grantIfSameHostElsePrompt"
    onShouldStartLoadWithRequest={({ url }) => {
      if (!url.startsWith(returnUrl)) return true
      onEnrolled()
      return false
    }}
  />
)
