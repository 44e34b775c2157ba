"""Shows the scene named by each line of standard input in one Qt 5 window whose title becomes the scene's."""
import json
import sys

from PyQt5.QtCore import QSocketNotifier, Qt
from PyQt5.QtGui import QColor, QPainter, QPalette
from PyQt5.QtWidgets import QApplication, QFormLayout, QLabel, QLineEdit, QWidget


class Painted(QWidget):
    def __init__(self, text):
        super().__init__()
        self.text = text
        self.setFixedHeight(24)

    def paintEvent(self, event):
        QPainter(self).drawText(self.rect(), Qt.AlignLeft | Qt.AlignVCenter, self.text)


def field(row):
    if row["look"] == "canvas":
        return Painted(row["text"])
    if row["look"] == "label":
        label = QLabel(row["text"])
        label.setFixedHeight(24)
        return label
    edit = QLineEdit(row["text"])
    if row["look"] == "password":
        edit.setEchoMode(QLineEdit.Password)
    return edit


def dark():
    palette = QPalette()
    for role, color in {
        QPalette.Window: "#2b2b2b", QPalette.WindowText: "#eeeeee", QPalette.Base: "#1e1e1e",
        QPalette.Text: "#eeeeee", QPalette.Button: "#3c3c3c", QPalette.ButtonText: "#eeeeee",
    }.items():
        palette.setColor(role, QColor(color))
    return palette


app = QApplication(sys.argv)
app.setStyle("Fusion")
if "dark" in sys.argv:
    app.setPalette(dark())
window = QWidget()
window.setFixedSize(620, 440)
shown = None


def show(scene):
    global shown
    if shown:
        shown.deleteLater()
    shown = QWidget(window)
    shown.setFixedSize(620, 440)
    form = QFormLayout(shown)
    for row in scene["rows"]:
        caption = QLabel(row["label"])
        caption.setFixedWidth(110)
        form.addRow(caption, field(row))
    shown.show()
    if window.focusWidget():
        window.focusWidget().clearFocus()
    window.setWindowTitle(scene["title"])


notifier = QSocketNotifier(0, QSocketNotifier.Read)


def read():
    line = sys.stdin.readline()
    if not line:
        return app.quit()
    show(json.loads(line))


notifier.activated.connect(read)
window.setWindowTitle("empty")
window.show()
app.exec_()
