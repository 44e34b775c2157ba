/** The video beside the turns: playing follows the turns, picking a turn seeks. */
export const videoScript = `
let video;
let isSeeking = false;

function makeVideo() {
  if (!data.video || !byId("video-bytes")) return;
  video = el("video", { controls: true, preload: "metadata", muted: true, playsinline: true, "aria-label": "Video of the recording" });
  video.src = urlOf("video-bytes", "video/mp4");
  video.addEventListener("timeupdate", followVideo);
  byId("turn").append(el("details", { id: "film", class: "film" }, el("summary", {}, "Video"), video, el("p", {}, "Playing moves through the turns; a turn moves the video. Space plays and pauses.")));
}

function followVideo() {
  if (isSeeking || video.paused) return;
  const now = video.currentTime * 1000 + data.video.offset_ms;
  let at = -1;
  turns.forEach((turn, index) => { if (turn.action && turn.action.offset_ms <= now && isShown(turn)) at = index; });
  if (at >= 0 && at !== state.at) {
    isSeeking = true;
    pick(at);
    isSeeking = false;
  }
}

function seekVideo(turn) {
  if (!video || isSeeking || !turn.action) return;
  const to = (turn.action.offset_ms - data.video.offset_ms) / 1000;
  if (Number.isFinite(to)) video.currentTime = Math.max(0, to);
}

function playVideo(event) {
  if (!video) return;
  event.preventDefault();
  byId("film").open = true;
  if (video.paused) video.play();
  else video.pause();
}

makeVideo();
`;
